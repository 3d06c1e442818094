import { expect, test } from "vitest";
import { createVectorCache } from "../src/embed/vector-cache.ts";

const set = { agentId: "shop", model: "m" };

/** A store with one vector, in which another process changes something whenever it is told to. */
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
