import { expect, test } from "vitest";
import { readDemoContents, readDemoVectors } from "./demo-vectors.ts";

test("every passage of the demo's documents comes with its vector, and no vector is left of what they no longer say", async () => {
  const contents = await readDemoContents();
  const { vectors } = readDemoVectors();
  const lacking = [...contents].flatMap(([key, content]) => (vectors.has(key) ? [] : [content]));
  expect(lacking, "run `node tools/write-demo-vectors.ts`").toEqual([]);
  expect([...vectors.keys()].filter((key) => !contents.has(key))).toEqual([]);
});
