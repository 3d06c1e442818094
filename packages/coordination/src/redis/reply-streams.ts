import type { Frame } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import { appendFrames } from "./scripts/append-frames.ts";

/** Maximum number of stored frames of a reply: ten minutes at full speed. */
const maxFrames = 20_000;
/** Lifetime of a stream after its newest frame, so that a lost node leaves nothing forever. Milliseconds. */
const runningMs = 3_600_000;
/** After it was closed, so that followers on other nodes can finish. */
const closedMs = 60_000;

/** The content of a reply's stream from some position on. */
export interface StreamPart {
  readonly frames: readonly Frame[];
  /** True if its writer has released it. */
  readonly closed: boolean;
}

/** Replies as streams in Redis; `append-frames.ts` describes their format. */
export interface ReplyStreams {
  /** Name of a reply's stream. All are in the same cluster slot, since one command reads many of them. */
  keyOf(replyId: string): string;
  /**
   * Adds frames to several streams, each named once. Returns for each the newest number there, or -1 if somebody else
   * has closed the stream. @throws RedisLost, after which some may have been added
   */
  append(additions: readonly StreamAddition[]): Promise<readonly number[]>;
  /** The current content; `undefined` if there is none. @throws RedisLost */
  load(replyId: string): Promise<StreamPart | undefined>;
  /** Whether there is any content. @throws RedisLost */
  has(replyId: string): Promise<boolean>;
}

/** What to add to one stream. */
export interface StreamAddition {
  readonly replyId: string;
  /** Number of the first frame, even if there are none. */
  readonly first: number;
  readonly frames: readonly Frame[];
  readonly mode: "open" | "close" | "abandon";
}

/** One entry as Redis sends it: its id and its fields, alternating names and values. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** Creates the access to the streams under this prefix. */
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

/** Parses entries in the order of the stream. */
export function readEntries(entries: readonly StreamEntry[]): StreamPart {
  const isMark = ([id]: StreamEntry): boolean => id.endsWith("-1");
  return {
    frames: entries.filter((entry) => !isMark(entry)).map(readFrame),
    closed: entries.some(isMark),
  };
}

function readFrame([id, [, type = "", , text = ""]]: StreamEntry): Frame {
  // Written by `append`, so this or a newer build knows the type; readers ignore unknown ones.
  return { seq: Number.parseInt(id, 10), type: type as Frame["type"], text };
}
