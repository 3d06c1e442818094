import { expect, test } from "vitest";
import { learnWindows, createSharedWindows } from "../src/redis/shared-windows.ts";
import type { RedisLink } from "../src/redis/link.ts";
import { createShareRule } from "../src/redis/share-rule.ts";

const prefix = "chat*";
const nowMs = () => 1_000_000;

/** A Redis that answers each command in a later turn, and counts its commands. */
function countingLink(pages: readonly (readonly string[])[]) {
  const asked = { scans: [] as (readonly string[])[], underWay: 0, max: 0, windows: 0 };
  const link: Pick<RedisLink, "hear" | "run" | "send"> = {
    hear: () => undefined,
    async run() {
      asked.windows += 1;
      asked.max = Math.max(asked.max, (asked.underWay += 1));
      await new Promise(setImmediate);
      asked.underWay -= 1;
      return ["5000"];
    },
    async send(...command) {
      asked.scans.push(command);
      const page = asked.scans.length;
      return [page < pages.length ? String(page) : "0", pages[page - 1] ?? []];
    },
  };
  return { link: link as RedisLink, asked };
}

function counterOf(link: RedisLink, name: string) {
  const rule = createShareRule({ nowMs, windowMs: 60_000 });
  const rest = { prefix, nodeId: "n", channelName: name, windowMs: 60_000, serverMicroseconds: undefined };
  return { rule, mustLearn: true, ...createSharedWindows({ ...rest, link, rule, name }) };
}

const namesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${prefix}:{${name}:k${number}}`);

test("a starting node reads the windows of all counters in one scan of the keys, many at once", async () => {
  const pages = [[...namesOf("window", 300), `${prefix}:{live}:r`], [], namesOf("hour", 450)];
  const { link, asked } = countingLink(pages);
  const [minutes, hours] = [counterOf(link, "window"), counterOf(link, "hour")];

  await learnWindows({ link, prefix, counters: [minutes, hours] });

  expect(asked.scans.map(([, cursor, , pattern]) => [cursor, pattern])).toEqual(
    ["0", "1", "2"].map((cursor) => [cursor, String.raw`chat\*:{*`]),
  );
  expect(asked).toMatchObject({ windows: 750, max: 200 });
  for (const { rule } of [minutes, hours]) rule.begin(1);
  expect(minutes.rule.stand("k299", 10)).toMatchObject({ left: 9 });
  expect(minutes.rule.stand("k300", 10)).toMatchObject({ left: 10 });
  expect(hours.rule.stand("k449", 10)).toMatchObject({ left: 9 });
});

test("a node that already knows everything reads nothing, and one counter learns without the other", async () => {
  const { link, asked } = countingLink([[...namesOf("window", 3), ...namesOf("hour", 2)]]);
  const [minutes, hours] = [counterOf(link, "window"), counterOf(link, "hour")];
  const known = { ...minutes, mustLearn: false };
  await learnWindows({ link, prefix, counters: [known] });
  expect(asked.scans).toEqual([]);
  await learnWindows({ link, prefix, counters: [known, hours] });
  expect(asked).toMatchObject({ windows: 2 });
});
