import { expect, test } from "vitest";
import { readDemoContents, readDemoVectors } from "./demo-vectors.ts";

test("every passage and wording of the demo's documents has its vector, and outdated ones have none", async () => {
  const { passages, wordings } = await readDemoContents();
  const { vectors } = readDemoVectors();
  const texts = [...passages].map(([key, { text }]) => [key, text] as const);
  const lacking = [...texts, ...wordings].flatMap(([key, text]) => (vectors.has(key) ? [] : [text]));
  expect(lacking, "run `node tools/write-demo-vectors.ts`").toEqual([]);
  expect([...vectors.keys()].filter((key) => !passages.has(key) && !wordings.has(key))).toEqual([]);
});
