import { expect, test, vi } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";

test("a search finds nothing for another agent, for no words, and for a limit of 0", async () => {
  await using open = await openKnowledge();
  await open.write({ "a.md": "Apples" });
  await open.knowledge.sync(open.agent([{ files: "a.md" }]));
  expect(await open.knowledge.search("shop", "apples", 1)).toHaveLength(1);
  expect(await open.knowledge.search("other", "apples", 1)).toEqual([]);
  expect(await open.knowledge.search("shop", "?!", 1)).toEqual([]);
  expect(await open.knowledge.search("shop", "apples", 0)).toEqual([]);
});

test("what a visitor types never becomes a search operator", async () => {
  await using open = await openKnowledge();
  await open.write({ "a.md": "Apples" });
  await open.knowledge.sync(open.agent([{ files: "a.md" }]));
  for (const query of [
    '"',
    "apples OR",
    "NOT apples",
    "text:apples*",
    "NEAR(apples",
    "a\0pples",
    "'; drop table",
  ]) {
    await expect(open.knowledge.search("shop", query, 1)).resolves.toBeInstanceOf(Array);
  }
});

test("a question of 8,000 characters is searched by its first 2,000, and taken apart once for all wordings", async () => {
  await using open = await openKnowledge();
  const words = Array.from({ length: 2_000 }, (_, at) => `w${at}`);
  const wordings = Array.from(
    { length: 20 },
    (_, at) => `<!-- also asked:\n${words.slice(at, at + 8).join(" ")}\n-->`,
  );
  await open.write({
    "a.md": wordings.map((each, at) => `## Part ${at}\n${each}\nw${at} w${at + 1}`).join("\n\n"),
  });
  await open.knowledge.sync(open.agent([{ files: "a.md" }]));

  const read = async (query: string) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    await open.knowledge.search("shop", query, 8);
    const sum = segment.mock.calls.reduce((total, [part]) => total + part.length, 0);
    segment.mockRestore();
    return sum;
  };

  const long = words.join(" ").slice(0, 8_000);
  // The first search finds out the language of the pages.
  await read(long);
  expect(await read(long)).toBe(await read(long.slice(0, 2_000)));
});
