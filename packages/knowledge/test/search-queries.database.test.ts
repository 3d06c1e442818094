import { expect, test } from "vitest";
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
