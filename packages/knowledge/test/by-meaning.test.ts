import { StorageUnavailable } from "@servicechat/storage";
import { describe, expect, test } from "vitest";
import type { Embedder } from "../src/embeddings/embedder.ts";
import { createVectorCache } from "../src/embeddings/vector-cache.ts";
import { createVectorCheck } from "../src/search/create-vector-check.ts";
import { askMeaning, type MeaningDependencies } from "../src/search/by-meaning.ts";

/** Asks about an agent with one vector and this many passages. */
function openParts(passages: number) {
  const vectors = {
    neighbours: async () => undefined,
    revision: async () => 1,
    count: async () => ({ passages, vectors: 1 }),
    read: async ({ after }: { readonly after: string }) =>
      after === "0" ? [{ passageId: "1", vector: new Float32Array([0, 1]) }] : [],
  } as unknown as MeaningDependencies["vectors"];
  const clock = { wallMs: () => 0 };
  const cache = createVectorCache({ vectors, clock });
  const wordings = {
    neighbours: async () => undefined,
    read: async () => [],
    wordings: async () => [],
  } as unknown as MeaningDependencies["wordings"];
  const check = createVectorCheck({ vectors, clock });
  const dependencies = {
    vectors,
    cache,
    check,
    wordings,
    wordingCache: createVectorCache({ vectors, clock }),
  };
  return (...numbers: number[]) =>
    askMeaning(dependencies, {
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

describe("a passage with a wording", () => {
  /** The only passages lie at these cosines to the question, and a wording of the first at that one. */
  async function askWording(wording: number, passages: readonly number[], embedder: Partial<Embedder>) {
    const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
    const all = passages.map((cosine, index) => ({ passageId: `${index + 1}`, vector: at(cosine) }));
    const vectors = {
      neighbours: async () => undefined,
      revision: async () => 1,
      count: async () => ({ passages: all.length, vectors: all.length }),
      read: async ({ after }: { readonly after: string }) => (after === "0" ? all : []),
      passages: async () => all.map(({ passageId, vector }) => ({ id: passageId, vector })),
    } as unknown as MeaningDependencies["vectors"];
    const wordings = {
      neighbours: async () => ({ size: 2, nearest: async () => ({ ids: ["7"] }) }),
      wordings: async () => [{ id: "7", passageId: "1", text: "how long", vector: at(wording) }],
    } as unknown as MeaningDependencies["wordings"];
    const clock = { wallMs: () => 0 };
    const cache = createVectorCache({ vectors, clock });
    const check = createVectorCheck({ vectors, clock });
    const near = await askMeaning(
      { vectors, cache, check, wordings, wordingCache: cache },
      {
        agentId: "shop",
        query: "How long?",
        limit: 5,
        timeoutMs: 1000,
        embedder: { model: "m", batch: 1, embed: async () => [Float32Array.of(1, 0)], ...embedder },
      },
    );
    return (await near?.passages(near.ids))?.[0];
  }

  const betweenQuestions = { ahead: 0.1, nearFrom: 0.6, sameFrom: 0.85 };
  const spread = [0.3, 0, 0.1, 0.2, 0.4];

  test("keeps its own nearness beside that of the wording, which is taken as a passage's", async () => {
    const found = await askWording(0.56, spread, { betweenQuestions, alikeFrom: 0.4 });
    expect(found?.cosine).toBeCloseTo(0.3);
    expect(found).toMatchObject({ isAlike: false, byWording: { kind: "far", isAlike: true } });
    expect(found?.byWording?.cosine).toBeCloseTo(0.46);
    expect(found?.byWording?.nearness).toBeGreaterThan(found?.nearness ?? 0);
    expect(await askWording(0.39, spread, { betweenQuestions })).not.toHaveProperty("byWording");
  });

  test.each([
    [0.9, "same"],
    [0.7, "near"],
    [0.56, "far"],
  ])("whose cosine is %d is asked %s", async (cosine, kind) => {
    expect((await askWording(cosine, spread, { betweenQuestions }))?.byWording?.kind).toBe(kind);
  });

  test("is nearer by it, but not known to be asked so, where the model does not tell how alike questions are", async () => {
    const found = await askWording(0.9, spread, {});
    expect(found?.byWording?.cosine).toBeCloseTo(0.9);
    expect(found?.byWording).not.toHaveProperty("kind");
  });

  test("is nearer by it within bounds where all passages of a small site lie equally far", async () => {
    for (const passages of [[0.1], [0.1, 0.1, 0.1]]) {
      const found = await askWording(0.7, passages, { betweenQuestions });
      expect(found?.byWording?.nearness).toBeGreaterThan(1);
      expect(found?.byWording?.nearness).toBeLessThan(6);
      expect(Math.abs(found?.nearness ?? 9)).toBeLessThan(1);
      expect(found?.together).toBeLessThan(6);
    }
  });
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
