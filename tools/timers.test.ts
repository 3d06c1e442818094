import { expect, test } from "vitest";
import { findTimers } from "./find-timers.ts";
import { readSourceFiles } from "./source-files.ts";
import { allowedTimers } from "./timers.ts";

const remedy =
  "A periodic task is a row of packages/server/src/background/task-table.ts. What belongs to one request, stream or connection is listed in tools/timers.ts, with its reason";

test("every timer of the service is a task of the table, or is listed with its reason", () => {
  const found = readSourceFiles()
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map(({ path, text }) => [path, findTimers(path, text).length] as const)
    .filter(([, count]) => count > 0);
  const allowed = Object.entries(allowedTimers).map(([path, { count }]) => [path, count]);
  expect(Object.fromEntries(found), remedy).toEqual(Object.fromEntries(allowed));
});

test.each([
  "setInterval(look, 1000);",
  "globalThis.setTimeout(again, 1000);",
  `import { setTimeout as rest } from "node:timers/promises"; for (;;) await rest(1000);`,
  `import { setInterval } from "node:timers/promises"; for await (const _ of setInterval(1000)) look();`,
  `import * as timers from "node:timers"; timers.setTimeout(look, 1000);`,
  "while (!signal.aborted) await dependencies.wait(1000, signal);",
  "class Poll { #wait = () => 0; run() { this.#wait(1000); } }",
])("finds the planted timer in %s", (text) => {
  expect(findTimers("packages/knowledge/src/planted.ts", text)).toHaveLength(1);
});

test.each([
  [
    "packages/knowledge/src/planted.ts",
    `import { setImmediate } from "node:timers/promises"; await setImmediate();`,
  ],
  ["packages/knowledge/src/planted.ts", "const wait = () => undefined; clearTimeout(timer);"],
  ["packages/knowledge/test/planted.test.ts", "setInterval(look, 1000);"],
  ["packages/chat/src/planted.ts", "setInterval(look, 1000);"],
])("lets %s do what it may: %s", (path, text) => {
  expect(findTimers(path, text)).toEqual([]);
});
