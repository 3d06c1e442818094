import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { runEvery } from "../run-every.ts";
import { readUnacknowledged } from "./read-unacknowledged.ts";

/** How slow readers may be. */
export interface ReaderPace {
  /** In any period of this many milliseconds, a reader for whom something waits must take 2 KB. */
  readonly graceMs: number;
  /** After this many milliseconds an answer that is no event stream ends, unless its reader is quick enough for the whole. */
  readonly wholeMs: number;
  /** Bytes that a reader takes in a second, on average, who is quick enough for the whole. */
  readonly wholeBytesPerSecond: number;
}

const usualPace: ReaderPace = { graceMs: 30_000, wholeMs: 120_000, wholeBytesPerSecond: 4096 };
const minBytes = 2048;
/** How often all readers are looked at, within the time of grace. */
const looksInGrace = 6;

/** What is known of an answer that has not left whole. */
interface Watched {
  /** Bytes of the connection that belong to earlier answers. */
  readonly before: number;
  /** Since when it has been seen to be sent. */
  since: number | undefined;
  /** When its reader was last seen to have taken enough, and how much that was then; `undefined` while nothing waits. */
  taken: { readonly at: number; readonly bytes: number } | undefined;
}

/** What lies below a socket. Node tells nobody else how much of a large write the kernel has taken. */
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

/** Lets go of readers who take too little, so that nobody holds connections and memory by reading a byte now and then. */
export function watchReaders(pace: Partial<ReaderPace> = {}): ReaderWatch {
  const { graceMs, wholeMs, wholeBytesPerSecond } = { ...usualPace, ...pace };
  const open = new Map<ServerResponse, Watched>();

  async function look(): Promise<void> {
    const now = performance.now();
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
    if (!watched.taken || bytes - watched.taken.bytes >= minBytes) watched.taken = { at: now, bytes };
    return now - watched.taken.at >= graceMs;
  }

  function isOver({ since = Infinity, before }: Watched, bytes: number, now: number): boolean {
    const passed = now - since;
    return passed >= wholeMs && bytes - before < (passed / 1000) * wholeBytesPerSecond;
  }

  const stop = runEvery({ everyMs: graceMs / looksInGrace, run: look, failed: () => undefined });

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
