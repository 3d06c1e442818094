import fc from "fast-check";
import { expect, test } from "vitest";
import { createLocalEmbedder } from "../src/embeddings/local-embedder.ts";
import { formatKnownVectors, keyOfContent, parseKnownVectors } from "../src/embeddings/known-vectors.ts";
import { product } from "../src/embeddings/product.ts";

const model = "3 some model";

test("vectors that were written down keep their keys and their direction", () => {
  const vector = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 384, maxLength: 384 })
    .map((numbers) => Float32Array.from(numbers))
    .filter((numbers) => numbers.some((number) => Math.abs(number) > 1e-3));
  const known = fc.uniqueArray(fc.tuple(fc.string().map(keyOfContent), vector), {
    selector: ([key]) => key,
    maxLength: 5,
  });
  fc.assert(
    fc.property(known, (entries) => {
      const read = parseKnownVectors(formatKnownVectors({ model, vectors: new Map(entries) }));
      expect(read.model).toBe(model);
      expect([...read.vectors.keys()].toSorted()).toEqual(entries.map(([key]) => key).toSorted());
      for (const [key, numbers] of entries) {
        const length = Math.sqrt(product(numbers, numbers));
        expect(product(read.vectors.get(key) ?? numbers, numbers) / length).toBeGreaterThan(0.999);
      }
    }),
  );
});

test("writing down what was read changes no byte, so that an unchanged passage is an unchanged line", () => {
  const vectors = new Map([
    [keyOfContent("Tents"), Float32Array.of(0.2, -0.9, 0.4)],
    [keyOfContent("Boats"), Float32Array.of(1, 0, 0)],
  ]);
  const once = formatKnownVectors({ model, vectors });
  expect(formatKnownVectors(parseKnownVectors(once))).toBe(once);
});

test("a line without a vector is refused", () => {
  expect(() => parseKnownVectors(`${model}\nabcdefghijklmnop\n`)).toThrow("one vector per text");
});

test("a vector of the local model says the same after it was written down", async () => {
  await using embedder = createLocalEmbedder();
  const texts = ["Where is my parcel?", "Deliveries leave on Monday.", "Bake it for an hour."];
  const made = await embedder.embed(texts, { timeoutMs: 60_000 });
  const vectors = new Map(
    texts.map((text, index) => [keyOfContent(text), made[index] ?? new Float32Array()]),
  );
  const read = parseKnownVectors(formatKnownVectors({ model: embedder.model, vectors }));
  for (const [key, vector] of vectors)
    expect(product(vector, read.vectors.get(key) ?? new Float32Array())).toBeGreaterThan(0.999);
});
