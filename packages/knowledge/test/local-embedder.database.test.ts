import { expect, test } from "vitest";
import { createLocalEmbedder } from "../src/embeddings/local-embedder.ts";

test("a question that somebody waits for is read before texts that nobody waits for", async () => {
  await using embedder = createLocalEmbedder();
  const order: string[] = [];
  const read = async (name: string, count: number, urgent: boolean) => {
    const texts = Array.from({ length: count }, (_, at) => `${name} ${at}`);
    const vectors = await embedder.embed(texts, { timeoutMs: 60_000, urgent });
    order.push(name);
    return vectors.length;
  };
  const counts = await Promise.all([read("passages", 12, false), read("question", 1, true)]);
  expect(counts).toEqual([12, 1]);
  expect(order).toEqual(["question", "passages"]);
});

test("a caller that comes too late may ask again at once, and blocks nobody", async () => {
  await using embedder = createLocalEmbedder();
  const late = embedder.embed(["Where is my parcel?"], { timeoutMs: 0, urgent: true });
  await expect(late).rejects.toMatchObject({ retryable: true, retryAfter: 0 });
  expect(await embedder.embed(["Where is it?"], { timeoutMs: 60_000 })).toHaveLength(1);
});
