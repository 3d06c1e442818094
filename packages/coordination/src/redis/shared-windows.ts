import type { Count } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { SharedWindows } from "./request-counter.ts";
import { countRequest, pushRequests, readAges } from "./scripts/window-scripts.ts";
import type { ShareRule } from "./share-rule.ts";

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
