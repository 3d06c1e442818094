import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { readUnacknowledged } from "./read-unacknowledged.ts";

/** How slow readers may be. */
export interface ReaderPace {
  /** In any period of this many milliseconds, a reader for whom something waits must take 2 KB. */
  readonly graceMs: number;
  /**
   * After this many milliseconds a response that is not an event stream ends, unless its reader is fast enough for the
   * whole.
   */
  readonly wholeMs: number;
  /** Bytes that a reader takes in a second, on average, who is quick enough for the whole. */
  readonly wholeBytesPerSecond: number;
}

const usualPace: ReaderPace = { graceMs: 30_000, wholeMs: 120_000, wholeBytesPerSecond: 4096 };
const minBytes = 2048;
/**
 * Only a reader for whom the kernel took too little in this many checks is looked up in its table, which lists all
 * connections of the system.
 */
const checksBeforeLookUp = 2;

/** The state of a response that has not been sent completely. */
interface Watched {
  /** Bytes of the connection that belong to earlier answers. */
  readonly before: number;
  /** Since when it has been seen to be sent. */
  since: number | undefined;
  /** What the kernel had taken when that was last enough, and for how many checks it has not been since. */
  kernel: { readonly bytes: number; readonly checks: number } | undefined;
  /** When its reader was last seen to have taken enough, and how much that was then; `undefined` while nothing waits. */
  taken: { readonly at: number; readonly bytes: number } | undefined;
}

/** The handle below a socket. Nothing else in Node reports how much of a large write the kernel has accepted. */
interface Handle {
  readonly fd: number;
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** An answer whose reader may be too slow. */
interface Suspect {
  readonly response: ServerResponse;
  readonly watched: Watched;
  readonly handle: Handle;
  readonly socket: Socket;
}

interface ReaderWatch {
  /** How many bytes of its connection belong to earlier answers, asked before anything of this one is sent. */
  sentBefore(response: ServerResponse): number;
  /** From now until it is closed, the answer's reader must take what waits for it. */
  watch(response: ServerResponse, sentBefore: number): void;
  /** Disconnects readers who accept too little. To be called several times within the time of grace. */
  check(): Promise<void>;
}

/** Replaced in tests. */
interface WatchedSystem {
  readonly now: () => number;
  readonly readUnacknowledged: typeof readUnacknowledged;
}

const thisSystem: WatchedSystem = { now: () => performance.now(), readUnacknowledged };

/** Watches readers, so that nobody holds connections and memory by reading a byte now and then. */
export function watchReaders(
  pace: Partial<ReaderPace> = {},
  { now: readNow, readUnacknowledged: lookUp } = thisSystem,
): ReaderWatch {
  const { graceMs, wholeMs, wholeBytesPerSecond } = { ...usualPace, ...pace };
  const open = new Map<ServerResponse, Watched>();

  async function check(): Promise<void> {
    const now = readNow();
    const suspects: Suspect[] = [];
    for (const [response, watched] of open) {
      const { socket, headersSent } = response;
      if (headersSent) watched.since ??= now;
      const handle = socket && handleOf(socket);
      const waits = handle && headersSent && socket.writableLength > 0;
      if (!waits) watched.kernel = watched.taken = undefined;
      else if (isSuspect(response, watched, { bytes: takenByKernel(handle), now }))
        suspects.push({ response, watched, handle, socket });
    }
    if (suspects.length === 0) return;
    const unacknowledged = await lookUp(suspects.map(({ handle }) => handle.fd));
    for (const { response, watched, handle, socket } of suspects) {
      if (socket.destroyed || !open.has(response)) continue;
      const bytes = takenByKernel(handle) - (unacknowledged.get(handle.fd) ?? 0);
      // A reset frees what the kernel still holds for the reader too.
      if (isTooSlow(watched, bytes, now) || (!isStream(response) && isOver(watched, bytes, now)))
        socket.resetAndDestroy();
    }
  }

  /** Whether its reader may be too slow: the kernel takes more only once the reader has taken a part of what it holds. */
  function isSuspect(
    response: ServerResponse,
    watched: Watched,
    { bytes, now }: { readonly bytes: number; readonly now: number },
  ): boolean {
    const { kernel } = watched;
    const isEnough = !kernel || bytes - kernel.bytes >= minBytes;
    watched.kernel = isEnough ? { bytes, checks: 0 } : { ...kernel, checks: kernel.checks + 1 };
    if (isEnough) watched.taken = undefined;
    const mayBeOver = now - (watched.since ?? now) >= wholeMs && !isStream(response);
    return watched.kernel.checks >= checksBeforeLookUp || mayBeOver;
  }

  function isTooSlow(watched: Watched, bytes: number, now: number): boolean {
    const { taken } = watched;
    const isEnough = !taken || bytes - taken.bytes >= minBytes;
    const at = isEnough ? now : taken.at;
    // What the kernel accepted while its table was being read counted as read by the reader: now it is less.
    watched.taken = { at, bytes: isEnough ? bytes : Math.min(bytes, taken.bytes) };
    return now - at >= graceMs;
  }

  function isOver({ since = Infinity, before }: Watched, bytes: number, now: number): boolean {
    const passed = now - since;
    return passed >= wholeMs && bytes - before < (passed / 1000) * wholeBytesPerSecond;
  }

  return {
    sentBefore: ({ socket }) => (socket && handleOf(socket)?.bytesWritten) ?? 0,
    watch(response, before) {
      open.set(response, { before, since: undefined, kernel: undefined, taken: undefined });
      response.once("close", () => open.delete(response));
    },
    check,
  };
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

function handleOf(socket: Socket): Handle | undefined {
  return (socket as Socket & { readonly _handle?: Handle | null })._handle ?? undefined;
}

function takenByKernel({ bytesWritten, writeQueueSize }: Handle): number {
  return bytesWritten - writeQueueSize;
}
