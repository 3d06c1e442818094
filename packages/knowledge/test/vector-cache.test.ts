import { expect, test } from "vitest";
import { createVectorCache } from "../src/embeddings/vector-cache.ts";
import { bytesPerRow } from "../src/embeddings/vector-table.ts";

const set = { agentId: "shop", model: "m" };

/** A store with one vector, in which another process changes something when told to. */
function changingStore() {
  const state = { revision: 1, reads: 0, now: 1_000_000, pause: Promise.resolve() };
  const cache = createVectorCache({
    clock: { wallMs: () => state.now },
    vectors: {
      revision: async () => state.revision,
      async read({ after }: { readonly after: string }) {
        if (after !== "0") return [];
        state.reads++;
        const found = [{ passageId: String(state.revision), vector: new Float32Array([1]) }];
        await state.pause;
        return found;
      },
    } as unknown as Parameters<typeof createVectorCache>[0]["vectors"],
  });
  return { state, ids: async () => (await cache.table(set)).ids, forget: () => cache.forget("shop") };
}

test("questions at the same time read an agent's vectors once, and those after them not at all", async () => {
  const { state, ids } = changingStore();
  expect(await Promise.all([ids(), ids(), ids()])).toEqual([["1"], ["1"], ["1"]]);
  expect(await ids()).toEqual(["1"]);
  expect(state.reads).toBe(1);
});

test("a long sync of another process costs the questions meanwhile one reading in half a minute", async () => {
  const { state, ids } = changingStore();
  await ids();
  for (let second = 0; second < 29; second++) {
    state.revision++;
    state.now += 1000;
    expect(await ids()).toEqual(["1"]);
  }
  expect(state.reads).toBe(1);
  state.now += 1000;
  expect(await ids(), "what is there answers while the new ones are read").toEqual(["1"]);
  await expect.poll(ids).toEqual(["30"]);
  expect(state.reads).toBe(2);
});

test("a sync of this process is seen at once", async () => {
  const { state, ids, forget } = changingStore();
  await ids();
  state.revision++;
  forget();
  expect(await ids()).toEqual(["2"]);
});

test("a sync of this process that ends while vectors are read is seen by the next question", async () => {
  const { state, ids, forget } = changingStore();
  const pause = Promise.withResolvers<void>();
  state.pause = pause.promise;
  const before = ids();
  await expect.poll(() => state.reads).toBe(1);
  state.revision++;
  forget();
  const after = ids();
  pause.resolve();
  expect(await before).toEqual(["1"]);
  expect(await after).toEqual(["2"]);
  expect(await ids()).toEqual(["2"]);
  expect(state.reads).toBe(2);
});

/** A cache with space for ten numbers, with a store whose agents have this many vectors of one number each. */
function smallCache(counts: Readonly<Record<string, number>>) {
  const reads: string[] = [];
  const cache = createVectorCache({
    clock: { wallMs: () => 1_000_000 },
    maxBytes: 10 * bytesPerRow(1),
    vectors: {
      revision: async () => 1,
      async read({ agentId, after }: { readonly agentId: string; readonly after: string }) {
        if (after !== "0") return [];
        reads.push(agentId);
        return Array.from({ length: counts[agentId] ?? 0 }, (_, index) => ({
          passageId: String(index + 1),
          vector: new Float32Array([1]),
        }));
      },
    } as unknown as Parameters<typeof createVectorCache>[0]["vectors"],
  });
  return { reads, table: (agentId: string) => cache.table({ agentId, model: "m" }) };
}

test("of an agent whose vectors are too large for the cache, the oldest that have room are kept", async () => {
  const { table } = smallCache({ large: 15 });
  const { ids, bytes } = await table("large");
  expect([ids.length, ids[0], ids.at(-1), bytes.length]).toEqual([10, "1", "10", 10]);
});

test("if there is not enough space for all agents, the least recently used one is removed", async () => {
  const { reads, table } = smallCache({ one: 4, two: 4, three: 4 });
  for (const agentId of ["one", "two", "one", "three", "one", "two"]) await table(agentId);
  expect(reads).toEqual(["one", "two", "three", "two"]);
});

test("vectors that have another length than the first are left out", async () => {
  const cache = createVectorCache({
    clock: { wallMs: () => 0 },
    vectors: {
      revision: async () => 1,
      read: async ({ after }: { readonly after: string }) =>
        after === "0"
          ? [[1, 0], [1], [0, 1], [1, 0], [0, 1]].map((numbers, index) => ({
              passageId: String(index + 1),
              vector: Float32Array.from(numbers),
            }))
          : [],
    } as unknown as Parameters<typeof createVectorCache>[0]["vectors"],
  });
  expect((await cache.table(set)).ids).toEqual(["1", "3", "4", "5"]);
});
