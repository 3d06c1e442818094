import { expect, test } from "vitest";
import { createVectorCache } from "../src/embed/vector-cache.ts";
import { askMeaning, type MeaningParts } from "../src/search/by-meaning.ts";

test("a question whose vector has another length than those that are stored is compared with none of them", async () => {
  const vectors = {
    revision: async () => 1,
    read: async ({ after }: { readonly after: string }) =>
      after === "0" ? [{ passageId: "1", vector: new Float32Array([0, 1]) }] : [],
  } as unknown as MeaningParts["vectors"];
  const parts = { vectors, cache: createVectorCache({ vectors, clock: { wallMs: () => 0 } }) };
  const ask = (...numbers: number[]) =>
    askMeaning(parts, {
      agentId: "shop",
      query: "How long?",
      limit: 5,
      timeoutMs: 1000,
      embedder: { model: "m", batch: 1, embed: async () => [new Float32Array(numbers)] },
    });

  expect((await ask(0, 1))?.ids).toEqual(["1"]);
  expect(await ask(0, 1, 0)).toBeUndefined();
});
