import type { Count, RequestCounter } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import { createSharedCounter } from "./request-counter.ts";
import type { SharedWindows } from "./request-counter.ts";
import { createShareRule } from "./share-rule.ts";
import type { ShareRule } from "./share-rule.ts";
import { defineScript } from "./script.ts";

interface Dependencies {
  readonly link: RedisLink;
  readonly rule: ShareRule;
  readonly prefix: string;
  readonly nodeId: string;
  /** Part of the names of their keys, and of their channel: distinguishes these from those of another length. */
  readonly name: string;
  readonly channelName: string;
  readonly windowMs: number;
  /** Replaces the server's own time in tests, in microseconds. */
  readonly serverMicroseconds: (() => number) | undefined;
}

/** This many windows are read at once: few enough that other commands wait only milliseconds behind them. */
const readAtOnce = 200;

/** The request windows in Redis: one script counts each key's, in the server's own time. */
export function createSharedWindows(dependencies: Dependencies): SharedWindows & {
  /** Tells the rule what its windows among these Redis keys currently contain. */
  learn(keys: readonly string[]): Promise<void>;
} {
  const { link, rule, prefix, nodeId, name, channelName, windowMs, serverMicroseconds } = dependencies;
  const channel = `${prefix}:${channelName}`;
  const before = `${prefix}:{${name}:`;
  const windowKey = (key: string): string => `${before}${key}}`;
  const length = windowMs * 1_000;
  /** The first arguments of every script. */
  const now = (): readonly (string | number)[] => [serverMicroseconds ? serverMicroseconds() : "", length];

  // Own requests are recorded when Redis responds.
  link.hear(channel, (message) => {
    const end = message.indexOf(" ");
    if (message.slice(0, end) !== nodeId) rule.remember(message.slice(end + 1));
  });

  async function ask(key: string, limit: number, member: string): Promise<Count> {
    const answer = await link.run(
      countRequest,
      [windowKey(key)],
      [...now(), limit, member, channel, `${nodeId} ${key}`],
    );
    const [accepted, size, resetMicroseconds] = answer as [number, number, string];
    return {
      accepted: accepted === 1,
      left: Math.max(0, limit - size),
      resetMs: Number(resetMicroseconds) / 1_000,
    };
  }

  async function learnWindow(found: string): Promise<void> {
    const ages = (await link.run(readAges, [found], now())) as string[];
    for (const age of ages) rule.remember(found.slice(before.length, -1), Number(age) / 1_000);
  }

  return {
    get reachable() {
      return link.up;
    },
    count: ask,
    peek: (key, limit) => ask(key, limit, ""),
    async push(key, requests) {
      const entries = requests.flatMap(({ member, ageMs }) => [member, Math.floor(ageMs * 1_000)]);
      // A script accepts a few thousand arguments.
      for (let from = 0; from < entries.length; from += 2_000) {
        await link.run(pushRequests, [windowKey(key)], [...now(), ...entries.slice(from, from + 2_000)]);
      }
    },
    async remove(key, member) {
      await link.send("ZREM", windowKey(key), member);
    },
    async learn(keys) {
      const own = keys.filter((key) => key.startsWith(before));
      for (let from = 0; from < own.length; from += readAtOnce)
        await Promise.all(own.slice(from, from + readAtOnce).map(learnWindow));
    },
  };
}

interface CounterDependencies {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
  readonly nodes: { readonly known: readonly string[] };
  readonly name: string;
  readonly channelName: string;
  readonly windowMs: number;
  readonly nowMs: () => number;
  readonly serverMicroseconds: (() => number) | undefined;
}

/** A counter over all nodes for windows of one length, which reacts to losses of Redis. */
export function openCounter(dependencies: CounterDependencies): RequestCounter & LearningCounter {
  const { link, nodes, windowMs, nodeId, nowMs } = dependencies;
  const rule = createShareRule({ nowMs, windowMs });
  const windows = createSharedWindows({ ...dependencies, rule });
  const counter = createSharedCounter({ windows, rule, windowMs, nodeId, nowMs });

  const begin = () => rule.begin(nodes.known.length);
  link.onTrouble(begin);
  // Once more: a node may have joined while Redis was only slow.
  link.onLost(begin);
  link.onRelief(() => rule.end());
  // Sent before anything that is counted in Redis from now on, so it is counted there first.
  link.onUp(() => void counter.pushUnsent().catch(() => undefined));
  return {
    ...counter,
    get mustLearn() {
      return !rule.active;
    },
    learn: (keys) => windows.learn(keys),
  };
}

/** A counter that may have to learn what the windows in Redis contain. */
interface LearningCounter {
  /** A starting node knows nothing yet. One that was cut off continues with what it knew. */
  readonly mustLearn: boolean;
  /** Learns from those of these keys that are its windows. */
  learn(keys: readonly string[]): Promise<void>;
}

/** Scans the keys in Redis once, for all counters that must learn. @throws RedisLost */
export async function learnWindows({
  link,
  prefix,
  counters,
}: {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly counters: readonly LearningCounter[];
}): Promise<void> {
  const learning = counters.filter(({ mustLearn }) => mustLearn);
  if (learning.length === 0) return;
  let cursor = "0";
  do {
    const scan = ["SCAN", cursor, "MATCH", `${asPattern(prefix)}:{*`, "COUNT", "1000"];
    const [next, keys] = (await link.send(...scan)) as [string, string[]];
    cursor = next;
    for (const counter of learning) await counter.learn(keys);
  } while (cursor !== "0");
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]^]/g, "\\$&");
}

/**
 * A key's window: a sorted set of the accepted requests, scored by the server's time in microseconds. The first two
 * ARGV of each script: time, or "" for the server's; the window's length in microseconds.
 *
 * A server clock that was set back, or that of another server that is slow, allows no extra requests and blocks no key
 * for longer than the window: no time counts as passed, so all times move back by the difference.
 */
const openWindow = `
local window = tonumber(ARGV[2])
local now = microseconds(ARGV[1])
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
if newest and tonumber(newest) > now then
  local ahead = tonumber(newest) - now
  local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for at = 1, #entries, 2 do
    redis.call('ZADD', KEYS[1], whole(tonumber(entries[at + 1]) - ahead), entries[at])
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(now - window))
`;

/**
 * Counts a request, or only reads. KEYS: the window. ARGV from the third: limit; the request's name, or "" to read;
 * channel and text that announce an accepted one to all nodes. Returns: accepted, how many are in the window,
 * microseconds until the deciding one leaves it.
 */
export const countRequest = defineScript(`${openWindow}
local limit = tonumber(ARGV[3])
local size = redis.call('ZCARD', KEYS[1])
local accepted = size < limit
local mustLeave = accepted and 0 or size - limit
if accepted and ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[1], whole(now), ARGV[4])
  redis.call('PEXPIRE', KEYS[1], window / 1000)
  redis.call('PUBLISH', ARGV[5], ARGV[6])
  size = size + 1
end
if size == 0 then return {1, 0, '0'} end
local deciding = redis.call('ZRANGE', KEYS[1], mustLeave, mustLeave, 'WITHSCORES')[2]
return {accepted and 1 or 0, size, whole(tonumber(deciding) + window - now)}
`);

/**
 * Adds requests that were accepted while Redis was away. KEYS: the window. ARGV from the third: for each its name and
 * its age in microseconds. Existing ones are not counted again.
 */
export const pushRequests = defineScript(`${openWindow}
for at = 3, #ARGV, 2 do
  local time = now - tonumber(ARGV[at + 1])
  if time > now - window then redis.call('ZADD', KEYS[1], whole(time), ARGV[at]) end
end
redis.call('PEXPIRE', KEYS[1], window / 1000)
return redis.call('ZCARD', KEYS[1])
`);

/** The ages in microseconds of the entries in a window, oldest first. KEYS: the window. */
export const readAges = defineScript(`${openWindow}
local ages = {}
local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for at = 2, #entries, 2 do ages[#ages + 1] = whole(now - tonumber(entries[at])) end
return ages
`);
