import { describe, expect, test } from "vitest";
import { wordQuery } from "../../src/postgres/word-query.ts";
import { putAgent } from "../suite/samples.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

async function openWith(texts: readonly string[]) {
  const database = emptyDatabase();
  const storage = await database.open();
  await putAgent(storage);
  const document = { id: "d", agentId: "guide", source: "f", location: "l", title: "t", url: null };
  await storage.knowledge.replaceDocument(
    { ...document, fingerprint: "1", readAt: 1 },
    texts.map((text) => ({ headings: [], anchor: null, text })),
  );
  const find = async (...words: readonly string[]) =>
    (await storage.knowledge.search({ agentId: "guide", words, limit: 10 })).map(({ text }) => text);
  return { database, find, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

test.each([
  ["returning", "'retur':*"],
  ["Returns", "'retur':*"],
  ["shipping", "'ship':*"],
  ["ship", "'ship':*"],
  ["Lieferungen", "'lieferung':*"],
  ["Crème", "'crem':*"],
  ["vat", "'vat':*"],
  ["it's", "'it''s':*"],
  ["a\\", "'a\\\\':*"],
])("%s is looked for as %s", (word, query) => {
  expect(wordQuery(word)).toBe(query);
});

test("a word of nothing is not looked for", () => {
  expect(wordQuery("")).toBeUndefined();
  expect(wordQuery("\0\u0301")).toBeUndefined();
});

describe.skipIf(isMissing)(title, () => {
  test("words match in any language, whatever their case and accents", async () => {
    const texts = ["Grüße aus KÖLN", "Доставка ПОСЫЛОК", "Επιστροφή χρημάτων", "cafe"];
    await using setting = await openWith(texts);
    const { find } = setting;
    expect(await find("gruße")).toEqual(["Grüße aus KÖLN"]);
    expect(await find("köln")).toEqual(["Grüße aus KÖLN"]);
    expect(await find("koln")).toEqual(["Grüße aus KÖLN"]);
    expect(await find("посылок")).toEqual(["Доставка ПОСЫЛОК"]);
    expect(await find("επιστροφη")).toEqual(["Επιστροφή χρημάτων"]);
    expect(await find("café")).toEqual(["cafe"]);
    expect(await find("olle")).toEqual([]);
  });

  test("a rare word counts more than a common one", async () => {
    const common = Array.from({ length: 30 }, (_, index) => `Acme acme acme, page ${index}`);
    await using setting = await openWith([
      ...common,
      "The warranty lasts two years, and more is told elsewhere.",
    ]);
    expect((await setting.find("acme", "warranty"))[0]).toMatch(/^The warranty/);
  });

  test("the words of passages have an index that serves a search", async () => {
    await using setting = await openWith(Array.from({ length: 2000 }, (_, index) => `word${index} and more`));
    const plan = await setting.database.run(`
      set enable_seqscan = off; -- the table is small
      explain select id from passages where words @@ to_tsquery('simple', '''word1234'':*')`);
    expect(JSON.stringify(plan)).toContain("passage_words");
    expect(await setting.find("word1999")).toEqual(["word1999 and more"]);
  });
});
