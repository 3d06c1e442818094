import { StorageUnavailable } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createVectorCache } from "../src/embed/vector-cache.ts";
import { createVectorCheck } from "../src/search/create-vector-check.ts";
import { askMeaning, type MeaningParts } from "../src/search/by-meaning.ts";

/** Asks about an agent with one vector and so many passages. */
function openParts(passages: number) {
  const vectors = {
    neighbours: async () => undefined,
    revision: async () => 1,
    count: async () => ({ passages, vectors: 1 }),
    read: async ({ after }: { readonly after: string }) =>
      after === "0" ? [{ passageId: "1", vector: new Float32Array([0, 1]) }] : [],
  } as unknown as MeaningParts["vectors"];
  const clock = { wallMs: () => 0 };
  const cache = createVectorCache({ vectors, clock });
  const parts = { vectors, cache, check: createVectorCheck({ vectors, clock }) };
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

test("vectors are counted when they have changed, at most twice a minute, and after a sync of this process", async () => {
  const state = { revision: 1, counted: 0, now: 0, passages: 10 };
  const check = createVectorCheck({
    clock: { wallMs: () => state.now },
    vectors: {
      revision: async () => state.revision,
      async count() {
        state.counted++;
        return { passages: state.passages, vectors: 5 };
      },
    },
  });
  const isThere = () => check.areNearlyAllThere({ agentId: "shop", model: "m" });
  expect([await isThere(), await isThere(), state.counted]).toEqual([false, false, 1]);
  state.revision++;
  state.passages = 5;
  expect([await isThere(), state.counted]).toEqual([false, 1]);
  state.now = 30_000;
  expect([await isThere(), state.counted]).toEqual([true, 2]);
  state.passages = 10;
  check.forget("other");
  expect([await isThere(), state.counted]).toEqual([true, 2]);
  check.forget("shop");
  expect([await isThere(), state.counted]).toEqual([false, 3]);
});

test("vectors that cannot be counted in time are enough", async () => {
  const check = createVectorCheck({
    clock: { wallMs: () => 0 },
    vectors: {
      revision: async () => 1,
      count: () => Promise.reject(new StorageUnavailable(new Error("late"))),
    },
  });
  expect(await check.areNearlyAllThere({ agentId: "shop", model: "m" })).toBe(true);
});
