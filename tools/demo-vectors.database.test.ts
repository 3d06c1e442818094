import { expect, test } from "vitest";
import { readDemoPassages, readDemoVectors } from "./demo-vectors.ts";

test("every passage of the demo's documents comes with its vector, and no vector is left of what they no longer say", async () => {
  const passages = await readDemoPassages();
  const { vectors } = readDemoVectors();
  const lacking = [...passages].flatMap(([key, { text }]) => (vectors.has(key) ? [] : [text]));
  expect(lacking, "run `node tools/write-demo-vectors.ts`").toEqual([]);
  expect([...vectors.keys()].filter((key) => !passages.has(key))).toEqual([]);
});
