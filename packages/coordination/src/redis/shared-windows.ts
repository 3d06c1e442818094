import type { Count } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { SharedWindows } from "./request-counter.ts";
import { countRequest, pushRequests, readAges } from "./scripts/window-scripts.ts";
import type { ShareRule } from "./share-rule.ts";

interface Parts {
  readonly link: RedisLink;
  readonly rule: ShareRule;
  readonly prefix: string;
  readonly nodeId: string;
  /** Replaces the server's own time in tests, in microseconds. */
  readonly serverMicroseconds: (() => number) | undefined;
}

/** The request windows in Redis: each key's is counted by one script, in the server's own time. */
export function createSharedWindows(parts: Parts): SharedWindows & {
  /** Tells the rule what the windows hold now. A node that begins has heard of nothing yet. */
  learn(): Promise<void>;
} {
  const { link, rule, prefix, nodeId, serverMicroseconds } = parts;
  const channel = `${prefix}:counted`;
  const before = `${prefix}:{window:`;
  const windowKey = (key: string): string => `${before}${key}}`;
  const time = (): string => (serverMicroseconds ? String(serverMicroseconds()) : "");

  // Own requests are remembered when Redis answers.
  link.hear(channel, (message) => {
    const end = message.indexOf(" ");
    if (message.slice(0, end) !== nodeId) rule.remember(message.slice(end + 1));
  });

  async function ask(key: string, limit: number, member: string): Promise<Count> {
    const answer = await link.run(
      countRequest,
      [windowKey(key)],
      [time(), limit, member, channel, `${nodeId} ${key}`],
    );
    const [accepted, size, resetMicroseconds] = answer as [number, number, string];
    return {
      accepted: accepted === 1,
      left: Math.max(0, limit - size),
      resetMs: Number(resetMicroseconds) / 1_000,
    };
  }

  return {
    get reachable() {
      return link.up;
    },
    count: ask,
    peek: (key, limit) => ask(key, limit, ""),
    async push(key, requests) {
      const entries = requests.flatMap(({ member, ageMs }) => [member, Math.floor(ageMs * 1_000)]);
      // A script takes a few thousand arguments at most.
      for (let from = 0; from < entries.length; from += 2_000) {
        await link.run(pushRequests, [windowKey(key)], [time(), ...entries.slice(from, from + 2_000)]);
      }
    },
    async learn() {
      let cursor = "0";
      do {
        const scan = ["SCAN", cursor, "MATCH", `${asPattern(before)}*`, "COUNT", "1000"];
        const [next, names] = (await link.send(...scan)) as [string, string[]];
        cursor = next;
        for (const name of names) {
          const ages = (await link.run(readAges, [name], [time()])) as string[];
          for (const age of ages) rule.remember(name.slice(before.length, -1), Number(age) / 1_000);
        }
      } while (cursor !== "0");
    },
  };
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]^]/g, "\\$&");
}
