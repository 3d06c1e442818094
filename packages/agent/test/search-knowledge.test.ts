import { expect, test } from "vitest";
import { cleanJson } from "../src/json.ts";
import { createSearchKnowledge } from "../src/tools/search-knowledge.ts";

/** The model's version of an approved answer, with this maximum length. */
async function read(text: string, maxResultLength: number) {
  const approved = { id: "ans_1", verbatim: true as const };
  const found = { title: "Refunds", headings: [], url: null, score: 1, text, approved };
  const search = createSearchKnowledge({ search: async () => [found], numberOf: () => 1, maxResultLength });
  const { result } = await search.run({ query: "refunds" }, {
    progress: () => undefined,
    signal: new AbortController().signal,
  } as Parameters<typeof search.run>[1]);
  return { result: String(result), passage: JSON.parse(String(result)).passages[0] };
}

test("an approved answer of 8,000 characters is read whole where there is room for it, and is word for word then", async () => {
  const text = "A refund takes 10 days. ".repeat(333);
  const { passage } = await read(text, 16_384);
  expect(passage).toMatchObject({ text, approved: { id: "ans_1", verbatim: true } });
});

test.each([
  ["plain", "A refund takes 10 days. ".repeat(333), 5_700],
  ["of signs that take several characters", '"\n'.repeat(4_000), 2_800],
  ["of emoji", "🎈".repeat(4_000), 5_700],
])(
  "of one that is too long as much is read as fits, and it is not word for word: %s",
  async (_, text, least) => {
    const { result, passage } = await read(text, 6_000);
    expect(result.length).toBeLessThanOrEqual(6_000);
    expect(passage.text.length).toBeGreaterThan(least);
    expect(passage.text.endsWith("…")).toBe(true);
    expect(passage.approved).toEqual({ id: "ans_1" });
    expect(cleanJson(passage)).not.toContain("verbatim");
  },
);
