import { describe, expect, test } from "vitest";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { findTestPostgres, temporarySchema } from "../../../test/support/test-servers.ts";
import { openCrawl } from "./open-crawl.ts";
import { openKnowledge } from "./open-knowledge.ts";

const { url = "", missing } = await findTestPostgres();

const long = "The tariff is the same in every town of the region, on land and on water. ".repeat(20).trim();
const pages = {
  "help.md": `# Help

## Tariff

<!-- also asked:
how much is it
wie viel kostet das
do I get it for nothing
-->

Everything is free of charge.

${long}

${long}

## Harbour

<!-- also asked:
where do I get off
-->

The ferry calls at Bremen. Tickets for nothing else are sold there.

## Weather

The crew decides when the wind is too strong.
`,
};

async function openHelp(openStorage?: () => Promise<Storage>, embeddings = false) {
  const open = await openKnowledge(openStorage && { openStorage });
  await open.write(pages);
  const agent = await open.embeddingAgent(embeddings ? { provider: "local" } : undefined);
  const report = await open.knowledge.sync(agent);
  const found = async (question: string) => open.knowledge.search(agent.id, question, 3);
  return { open, agent, report, found, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

const inPostgres = () => openPostgres({ url, schema: temporarySchema(url).schema });
const databases = [
  { name: "SQLite", open: undefined, reason: undefined },
  { name: "PostgreSQL", open: inPostgres, reason: missing },
];

for (const { name, open: openStorage, reason } of databases)
  describe.skipIf(reason)(reason === undefined ? name : `${name}, skipped: ${reason}`, () => {
    test.each(["How much is it?", "wie viel kostet das", "Do I get it for nothing"])(
      "by words alone, %s finds the first passage of the section that is asked so",
      async (question) => {
        await using help = await openHelp(openStorage);
        const [first] = await help.found(question);
        expect(first).toMatchObject({ headings: ["Help", "Tariff"], startsWithAnswer: true });
        expect(first?.text).toMatch(/^Everything is free of charge\./);
        expect(first?.score).toBeGreaterThanOrEqual(0.6);
      },
    );

    test("no wording is in what is found", async () => {
      await using help = await openHelp(openStorage);
      expect(JSON.stringify(await help.found("How much is it?"))).not.toMatch(/kostet|also asked|wordings/);
    });
  });

test("a sync tells how many wordings it read and what it left out, and reads none again that stayed", async () => {
  await using help = await openHelp();
  expect(help.report).toMatchObject({ wordings: 4, notes: [] });
  expect(await help.open.knowledge.sync(help.agent)).toMatchObject({ read: 0, wordings: 0 });
  await help.open.write({ "help.md": `${pages["help.md"]}\n<!-- also asked:\n${"a".repeat(201)}\n-->\n` });
  expect(await help.open.knowledge.sync(help.agent)).toMatchObject({
    wordings: 4,
    notes: [{ location: "help.md", note: expect.stringMatching(/^Under “Weather”: A wording may have 200/) }],
  });
});

describe("with the local model", () => {
  test("a question near a wording finds its section, which no passage is near to", async () => {
    await using help = await openHelp(undefined, true);
    expect(help.report.embedding).toEqual({ made: expect.any(Number), missing: 0 });
    const [first] = await help.found("At which stop must I leave the boat?");
    expect(first).toMatchObject({ headings: ["Help", "Harbour"] });
  });

  test("what stayed keeps its vector, and a wording that is new gets one", async () => {
    await using help = await openHelp(undefined, true);
    await help.open.write({
      "help.md": pages["help.md"].replace("where do I get off", "where is the landing stage"),
    });
    expect((await help.open.knowledge.sync(help.agent)).embedding).toEqual({ made: 1, missing: 0 });
  });
});

test("Markdown on the web is read as a file is: its wordings are found, and what is left out is told", async () => {
  const body = `${pages["help.md"]}\n<!-- also asked:\n${"a".repeat(201)}\n-->\n`;
  await using crawl = await openCrawl({ "/": { type: "text/markdown", body } });
  const source = crawl.url();
  expect(await crawl.sync(source)).toMatchObject({
    read: 1,
    wordings: 4,
    notes: [{ location: `${crawl.site.origin}/`, note: expect.stringContaining("is left out") }],
  });
  expect((await crawl.texts("wie viel kostet das"))[0]).toMatch(/^Everything is free of charge\./);
  expect(await crawl.sync(source)).toMatchObject({ read: 0, unchanged: 1, wordings: 0, notes: [] });
});
