import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractDocument } from "../src/extract/extract-document.ts";
import { readWordings } from "../src/split/read-wordings.ts";

const read = (markdown: string, page?: { readonly address: string }) =>
  extractDocument({
    kind: "markdown",
    name: "help.md",
    bytes: new TextEncoder().encode(markdown),
    ...(page && { page }),
  });

const comment = (...lines: readonly string[]) => `<!-- also asked:\n${lines.join("\n")}\n-->`;
const help = `# Help

## What does it cost?

${comment("how much is it", "wie viel kostet das", "How much is it", "", "- what is the price")}

It is free.

### Refunds

Within two weeks.`;

describe("wordings in a comment", () => {
  test("belong to the section that contains them, once each, and are not part of its text", async () => {
    const { passages, notes } = await read(help);
    expect(passages).toEqual([
      {
        headings: ["Help", "What does it cost?"],
        anchor: "what-does-it-cost",
        text: "It is free.",
        wordings: ["how much is it", "wie viel kostet das", "what is the price"],
      },
      { headings: ["Help", "What does it cost?", "Refunds"], anchor: "refunds", text: "Within two weeks." },
    ]);
    expect(notes).toBeUndefined();
  });

  test("are read from Markdown of the web as from a file", async () => {
    const { passages } = await read(help, { address: "https://help.example/cost.md" });
    expect(passages[0]?.wordings).toHaveLength(3);
  });

  test("lead to the first passage of a section that is cut into several", async () => {
    const long = "Seven words make up this short sentence. ".repeat(30).trim();
    const { passages } = await read(`# Help\n\n${comment("how long is it")}\n\n${long}\n\n${long}`);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.map(({ wordings }) => wordings)).toEqual([
      ["how long is it"],
      ...passages.slice(1).map(() => undefined),
    ]);
  });

  test("may be on the comment's first line, and before the first heading", async () => {
    const { passages } = await read(
      "<!-- Also asked: what is this? -->\n\nA page about tents and how to mend them.",
    );
    expect(passages[0]?.wordings).toEqual(["what is this?"]);
  });

  test("are read from no other comment, no code and no HTML page", async () => {
    const others = [
      "<!-- also asked by Ada in May -->",
      "<!-- TODO: also asked: why -->",
      "```md\n<!-- also asked:\nwhy\n-->\n```",
      "`<!-- also asked: why -->`",
    ];
    for (const other of others) {
      const { passages } = await read(`# Help\n\n${other}\n\nText.`);
      expect(passages.map(({ wordings }) => wordings)).toEqual(passages.map(() => undefined));
    }
    const html = `<h1>Help</h1><!-- also asked: why --><p>${"It shows &lt;!-- also asked: why --&gt; as text. ".repeat(5)}</p>`;
    const page = await extractDocument({
      kind: "html",
      name: "a.html",
      bytes: new TextEncoder().encode(html),
    });
    expect(page.passages.every(({ wordings }) => wordings === undefined)).toBe(true);
  });

  test("in a quotation or an item of a list are not part of its text", async () => {
    const { passages } = await read(
      [
        "# Help",
        "> [!NOTE]\n> Quoted **words**, and\n> [a page](https://help.example/).\n>\n> <!-- also asked:\n> how much is it\n> -->\n>\n> > Twice.\n>\n> - One\n> - Two",
        "- An item\n\n  <!-- also asked:\n  what is it\n  -->",
        "> <!-- also asked:\n> nothing else -->",
      ].join("\n\n"),
    );
    expect(passages.map(({ text }) => text)).toEqual([
      "> [!NOTE]\n> Quoted **words**, and\n> [a page](https://help.example/).\n>\n> > Twice.\n>\n> - One\n> - Two\n\n- An item",
    ]);
  });

  test("are reported if they are too long, too many, without an end or without a section", async () => {
    const many = Array.from({ length: 32 }, (_, index) => `question ${index}`);
    const { passages, notes } = await read(
      [
        `# Help\n\n## Long\n\n${comment("a".repeat(201), "short")}\n\nText.`,
        `## Many\n\n${comment(...many)}\n\nText.`,
        `## Empty\n\n${comment("who answers")}`,
        "## Open\n\nText.\n\n<!-- also asked:\nwhere does it end",
      ].join("\n\n"),
    );
    expect(passages.map(({ wordings }) => wordings?.length)).toEqual([1, 30, undefined]);
    expect(notes).toEqual([
      `Under “Long”: A wording may have 200 characters: “${"a".repeat(40)}…” is left out.`,
      "Under “Many”: A section may have 30 wordings: the last 2 are left out.",
      "Under “Empty”: The wordings lead nowhere, since the section has no text.",
      'Under “Open”: The comment with other wordings has no end ("-->"): the rest of the page is a comment too.',
    ]);
  });
});

test("whatever lines a comment has, those with letters are wordings in their order, and none shows in the text", async () => {
  const line = fc
    .stringMatching(/^[a-zäß0-9?!' ]{1,60}$/)
    .filter((text) => !text.includes("--") && /[a-zäß0-9]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const { passages } = await read(`# Help\n\n${comment(...lines)}\n\nNOTHING ELSE.`);
      const wanted = new Set(lines.map((text) => text.replace(/\s+/g, " ").trim()));
      expect(new Set(passages[0]?.wordings ?? [])).toEqual(wanted);
      expect(passages.map(({ text }) => text)).toEqual(["NOTHING ELSE."]);
    }),
    { numRuns: 50 },
  );
});

test("any text whatever is read without an error, into wordings within the limits", () => {
  const part = fc.oneof(fc.constantFrom("<!--", "-->", "also asked:", "\n", "- "), fc.string());
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const { wordings } = readWordings(parts.join(""));
      expect(wordings.length).toBeLessThanOrEqual(30);
      for (const wording of wordings) {
        expect(wording.length).toBeLessThanOrEqual(200);
        expect(wording).not.toMatch(/[\n\r\0]|-->/);
      }
    }),
  );
});
