import { expect, test } from "vitest";
import { passageVectors } from "../src/embeddings/embed-passages.ts";

const passages = [
  { headings: ["Help", "How do I pay?"], text: "By card or by bank transfer." },
  { headings: ["Help", "How do I pay?"], text: "Cash is not accepted." },
  { headings: [], text: "A page without a heading." },
];

/** An embedder for which headings point one way and passages another. */
function embedder(headingShare?: number) {
  const asked: (readonly string[])[] = [];
  const embed = async (texts: readonly string[]) => {
    asked.push(texts);
    return texts.map((text) => Float32Array.from(text.includes("\n") ? [1, 0] : [0, 1]));
  };
  return { asked, embed, batch: 2, ...(headingShare !== undefined && { headingShare }) };
}

test("a passage's vector is partly that of its heading, and of length 1", async () => {
  const model = embedder(0.5);
  const [first, , last] = await passageVectors(model, passages, { timeoutMs: 1000 });
  expect(first?.[0]).toBeCloseTo(Math.SQRT1_2);
  expect(first?.[1]).toBeCloseTo(Math.SQRT1_2);
  expect([...(last ?? [])], "no heading").toEqual([1, 0]);
});

test("a heading that several passages share is read once", async () => {
  const model = embedder(0.3);
  await passageVectors(model, passages, { timeoutMs: 1000 });
  expect(model.asked.flat().filter((text) => text === "How do I pay?")).toHaveLength(1);
});

test("headings are read in separate batches, and no more at once than the model accepts", async () => {
  const model = embedder(0.3);
  const many = ["One?", "Two?", "Three?"].map((heading) => ({ headings: [heading], text: "An answer." }));
  await passageVectors(model, many.slice(0, 2), { timeoutMs: 1000 });
  expect(model.asked.map((texts) => texts.length)).toEqual([2, 2]);
  await passageVectors(model, many, { timeoutMs: 1000 });
  expect(model.asked.slice(2).map((texts) => texts.length)).toEqual([3, 2, 1]);
});

test("a model that does not ask for headings reads passages alone", async () => {
  const model = embedder();
  const vectors = await passageVectors(model, passages, { timeoutMs: 1000 });
  expect(vectors.map((vector) => [...vector])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
  expect(model.asked).toHaveLength(1);
  expect(model.asked[0]).toHaveLength(passages.length);
});
