import type { Frame } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import { appendFrames } from "./scripts/append-frames.ts";

/** Most frames kept of a reply: ten minutes of them, as quickly as they come. */
const maxFrames = 20_000;
/** Life time of a stream after its newest frame: a node that was lost leaves nothing for ever. Milliseconds. */
const runningMs = 3_600_000;
/** After the close, so that followers on other nodes can finish. */
const closedMs = 60_000;

/** What lies in a reply's stream from some position on. */
export interface StreamPart {
  readonly frames: readonly Frame[];
  /** True when its writer has let it go. */
  readonly closed: boolean;
}

/** Replies as streams in Redis; `append-frames.ts` says how they look. */
export interface ReplyStreams {
  /** Name of a reply's stream. All have one slot of a cluster in common, since one command reads from many of them. */
  keyOf(replyId: string): string;
  /**
   * Adds frames to several streams, each named once. Answers for each the newest number there, or -1 when somebody else
   * has closed the stream. @throws RedisLost, when some may have been added
   */
  append(additions: readonly StreamAddition[]): Promise<readonly number[]>;
  /** What is there now; `undefined` when nothing is. @throws RedisLost */
  load(replyId: string): Promise<StreamPart | undefined>;
  /** Whether there is anything. @throws RedisLost */
  has(replyId: string): Promise<boolean>;
}

/** What is to be added to one stream. */
export interface StreamAddition {
  readonly replyId: string;
  /** Number of the first frame, also when none is given. */
  readonly first: number;
  readonly frames: readonly Frame[];
  readonly mode: "open" | "close" | "abandon";
}

/** One entry as Redis sends it: its id and its fields, name and value by turns. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** Makes the way to the streams under this prefix. */
export function createReplyStreams({
  link,
  prefix,
}: {
  readonly link: RedisLink;
  readonly prefix: string;
}): ReplyStreams {
  const keyOf = (replyId: string): string => `${prefix}:{live}:${replyId}`;
  return {
    keyOf,
    async append(additions) {
      const keys = additions.map(({ replyId }) => keyOf(replyId));
      const args: (string | number)[] = [maxFrames];
      for (const { first, mode, frames } of additions) {
        args.push(first, mode, mode === "open" ? runningMs : closedMs, frames.length);
        for (const { type, text } of frames) args.push(type, text);
      }
      return (await link.run(appendFrames, keys, args)) as number[];
    },
    async load(replyId) {
      const entries = (await link.send("XRANGE", keyOf(replyId), "-", "+")) as readonly StreamEntry[];
      return entries.length > 0 ? readEntries(entries) : undefined;
    },
    has: async (replyId) => (await link.send("EXISTS", keyOf(replyId))) === 1,
  };
}

/** Reads entries in the order in which they lie in the stream. */
export function readEntries(entries: readonly StreamEntry[]): StreamPart {
  const isMark = ([id]: StreamEntry): boolean => id.endsWith("-1");
  return {
    frames: entries.filter((entry) => !isMark(entry)).map(readFrame),
    closed: entries.some(isMark),
  };
}

function readFrame([id, [, type = "", , text = ""]]: StreamEntry): Frame {
  // Written by `append`, so the type is one that this or a newer build knows; readers ignore unknown ones.
  return { seq: Number.parseInt(id, 10), type: type as Frame["type"], text };
}
