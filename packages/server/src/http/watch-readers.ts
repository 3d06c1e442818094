import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { runEvery } from "../run-every.ts";
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
/** How often all readers are looked at, within the time of grace. */
const checksInGrace = 6;

/** The state of a response that has not been sent completely. */
interface Watched {
  /** Bytes of the connection that belong to earlier answers. */
  readonly before: number;
  /** Since when it has been seen to be sent. */
  since: number | undefined;
  /** When its reader was last seen to have taken enough, and how much that was then; `undefined` while nothing waits. */
  taken: { readonly at: number; readonly bytes: number } | undefined;
}

/** The handle below a socket. Nothing else in Node reports how much of a large write the kernel has accepted. */
interface Handle {
  readonly fd: number;
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

interface ReaderWatch {
  /** From now until it is closed, the answer's reader must take what waits for it. */
  watch(response: ServerResponse): void;
  stop(): Promise<void>;
}

/** Replaces time in tests. */
interface WatchTime {
  readonly now: () => number;
  readonly runEvery: typeof runEvery;
}

const realTime: WatchTime = { now: () => performance.now(), runEvery };

/**
 * Disconnects readers who accept too little, so that nobody holds connections and memory by reading a byte now and
 * then.
 */
export function watchReaders(pace: Partial<ReaderPace> = {}, time = realTime): ReaderWatch {
  const { graceMs, wholeMs, wholeBytesPerSecond } = { ...usualPace, ...pace };
  const open = new Map<ServerResponse, Watched>();

  async function check(): Promise<void> {
    const now = time.now();
    const waiting: { response: ServerResponse; watched: Watched; handle: Handle; socket: Socket }[] = [];
    for (const [response, watched] of open) {
      const { socket, headersSent } = response;
      if (headersSent) watched.since ??= now;
      const handle = socket && handleOf(socket);
      if (handle && headersSent && socket.writableLength > 0)
        waiting.push({ response, watched, handle, socket });
      else watched.taken = undefined;
    }
    if (waiting.length === 0) return;
    const unacknowledged = await readUnacknowledged(waiting.map(({ handle }) => handle.fd));
    for (const { response, watched, handle, socket } of waiting) {
      if (socket.destroyed || !open.has(response)) continue;
      const bytes = handle.bytesWritten - handle.writeQueueSize - (unacknowledged.get(handle.fd) ?? 0);
      // A reset frees what the kernel still holds for the reader too.
      if (isTooSlow(watched, bytes, now) || (!isStream(response) && isOver(watched, bytes, now)))
        socket.resetAndDestroy();
    }
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

  const stop = time.runEvery({ everyMs: graceMs / checksInGrace, run: check, failed: () => undefined });

  return {
    watch(response) {
      const before = (response.socket && handleOf(response.socket)?.bytesWritten) ?? 0;
      open.set(response, { before, since: undefined, taken: undefined });
      response.once("close", () => open.delete(response));
    },
    stop,
  };
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

function handleOf(socket: Socket): Handle | undefined {
  return (socket as Socket & { readonly _handle?: Handle | null })._handle ?? undefined;
}
