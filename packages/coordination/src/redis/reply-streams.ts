import type { Frame } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import { defineScript } from "./script.ts";

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

/** Replies as streams in Redis; `appendFrames` describes their format. */
export interface ReplyStreams {
  /** Name of a reply's stream. All are in the same cluster slot, since one command reads many of them. */
  keyOf(replyId: string): string;
  /**
   * Adds frames to several streams, each named once. Returns for each the newest number there, or -1 if another node
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

/**
 * Adds frames to the streams of replies. Frame `n` has the id `n-0`, so none can be there twice or out of order; `n-1`
 * after the last one closes the stream.
 *
 * KEYS: the streams. ARGV: the maximum number of frames kept in each; then for each stream the number of its first new
 * frame; "open", "close" (closes after them) or "abandon" (closes, and does nothing unless the first new frame is
 * exactly the next one); time to live in milliseconds; the number of new frames; type and text of each. Returns for
 * each stream the number of the newest frame there, from which the writer continues (lower than expected if Redis lost
 * frames), or -1 if another node has closed the stream.
 */
export const appendFrames = defineScript(`
local at = 2

local function append(key)
  local first, mode, life, count = tonumber(ARGV[at]), ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local frames = at + 4
  at = frames + 2 * count

  local top = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
  local last = 0
  if top then
    local seq, mark = string.match(top[1], '^(%d+)%-(%d+)$')
    if mark == '1' then return -1 end
    last = tonumber(seq)
  end
  if first > last + 1 or (mode == 'abandon' and first ~= last + 1) then return last end
  for given = 0, count - 1 do
    local seq = first + given
    if seq > last then
      local type, text = ARGV[frames + 2 * given], ARGV[frames + 2 * given + 1]
      redis.call('XADD', key, 'MAXLEN', '~', ARGV[1], seq .. '-0', 't', type, 'd', text)
      last = seq
    end
  end
  if mode ~= 'open' then redis.call('XADD', key, last .. '-1', 'closed', '1') end
  redis.call('PEXPIRE', key, life)
  return last
end

local reached = {}
for number, key in ipairs(KEYS) do reached[number] = append(key) end
return reached
`);
