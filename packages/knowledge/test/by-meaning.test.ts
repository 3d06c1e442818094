import { expect, test } from "vitest";
import { createVectorCache } from "../src/embed/vector-cache.ts";
import { createVectorCheck } from "../src/search/create-vector-check.ts";
import { askMeaning, type MeaningParts } from "../src/search/by-meaning.ts";

/** Asks about an agent with one vector and so many passages. */
function openParts(passages: number) {
  const vectors = {
    revision: async () => 1,
    count: async () => ({ passages, vectors: 1 }),
    read: async ({ after }: { readonly after: string }) =>
      after === "0" ? [{ passageId: "1", vector: new Float32Array([0, 1]) }] : [],
  } as unknown as MeaningParts["vectors"];
  const cache = createVectorCache({ vectors, clock: { wallMs: () => 0 } });
  const parts = { vectors, cache, areNearlyAllThere: createVectorCheck({ vectors }) };
  return (...numbers: number[]) =>
    askMeaning(parts, {
      agentId: "shop",
      query: "How long?",
      limit: 5,
      timeoutMs: 1000,
      embedder: { model: "m", batch: 1, embed: async () => [new Float32Array(numbers)] },
    });
}

test("a question whose vector has another length than those that are stored is compared with none of them", async () => {
  const ask = openParts(1);
  expect((await ask(0, 1))?.ids).toEqual(["1"]);
  expect(await ask(0, 1, 0)).toBeUndefined();
});

test("while many passages have no vector yet, words alone find them", async () => {
  expect(await openParts(2)(0, 1)).toBeUndefined();
});
