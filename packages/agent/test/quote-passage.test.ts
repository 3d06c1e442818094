import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keywordsWithSynonyms } from "../src/extractive/keywords.ts";
import { quotePassage } from "../src/extractive/quote-passage.ts";

const filler = "Nothing in this sentence helps anybody at all. ";
const quote = (text: string, question: string, heading = "Section") =>
  quotePassage(text, { question, heading, terms: keywordsWithSynonyms(question) });
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

describe("quoting", () => {
  test("a short passage is quoted whole", () => {
    const text = `${filler.repeat(6).trim()}\n\n\`\`\`sh\nnpm start\n\`\`\``;
    expect(quote(text, "absent")).toBe(text);
  });

  test("the sentence with the question's words comes first, with the rest of its paragraph", () => {
    const text = `${filler.repeat(5)}The nozzle is cleaned with a pin. Do it every month. ${filler.repeat(9)}`;
    expect(quote(text, "clean nozzle")).toMatch(/^The nozzle is cleaned with a pin\. Do it every month\./);
  });

  test("what the heading says already chooses no sentence: the section is quoted from its beginning", () => {
    const text = `Rinse it by hand. ${filler.repeat(9)}Cleaning a tent in a machine tears its seams. ${filler.repeat(3)}`;
    expect(quote(text, "cleaning tent", "Cleaning your tent")).toMatch(/^Rinse it by hand\./);
    expect(quote(text, "cleaning tent in a machine", "Cleaning your tent")).toMatch(
      /^Cleaning a tent in a machine/,
    );
  });

  test("a yes-or-no question gets the verdict that a section begins with", () => {
    const text = `Not at present. ${filler.repeat(9)}\n\nKayaks with a motor are heavy. ${filler.repeat(3)}`;
    expect(quote(text, "Do you sell kayaks with a motor?")).toMatch(/^Not at present\./);
  });

  test("a sentence that leans on the one before it brings that along", () => {
    const text = `${filler.repeat(8)}Every tent has a nozzle. It is cleaned with a pin. ${filler.repeat(8)}`;
    expect(quote(text, "cleaned pin")).toMatch(/^Every tent has a nozzle\. It is cleaned with a pin\./);
  });

  test("a sentence that only refers to another section brings along what it adds to", () => {
    const text = `${filler.repeat(8)}Set a daily limit. See also [somebody who runs up your bill](#bill). ${filler.repeat(8)}`;
    expect(quote(text, "somebody runs up a bill")).toMatch(/^Set a daily limit\. See also/);
  });

  test("what a sentence leads to comes with it: steps under a line that announces them, and no remark in between", () => {
    const steps = "1. Press cancel\n2. Enter the key";
    const text = `${filler.repeat(4).trim()}\n\n> A remark that nobody asked for.\n\n**To recover:**\n\n${steps}\n\n${filler.repeat(9)}`;
    expect(quote(text, "absent")).toBe(`${filler.repeat(4).trim()}\n\n**To recover:**\n\n${steps}`);
  });

  test("what the first sentence announces comes with it, though the answer stands further below", () => {
    const code = "```sh\ngit pull\n```";
    const text = `To update:\n\n${code}\n\n${filler.repeat(9).trim()}\n\nVisitors keep their chats. They see a short pause.`;
    expect(quote(text, "chats")).toBe(
      `Visitors keep their chats. They see a short pause.\n\nTo update:\n\n${code}`,
    );
  });

  test("a list of defaults at the top is not the answer if a paragraph describes the thing", () => {
    const text = `- Default: \`false\`\n\nSlashes at the end count. ${filler.repeat(9)}`;
    expect(quote(text, "slashes", "Slashes")).toMatch(/^Slashes at the end count\./);
    expect(quote(text, "default of slashes", "Slashes")).toMatch(/^- Default: `false`/);
  });

  test("an address with a question mark is not cut", () => {
    const link = "[this link](https://example.com/go?to=here)";
    const text = `Install it from ${link} and open it. ${filler.repeat(12)}`;
    expect(quote(text, "install link")).toContain(link);
  });

  test("asked for a quantity, the sentence with a number answers", () => {
    const text = `Delivery is a matter of trust. ${filler.repeat(6)}\n\nDelivery takes 3 days. ${filler.repeat(6)}`;
    expect(quote(text, "how long delivery")).toMatch(/^Delivery takes 3 days\./);
  });

  test("a list comes with the sentence that introduces it, and of a long one the items that matter", () => {
    const items = Array.from(
      { length: 20 },
      (_, index) => `- Item ${index} of the long list of things we sell`,
    );
    const text = `You can pay with:\n\n${[...items, "- PayPal, also in instalments"].join("\n")}`;
    const quoted = quote(text, "PayPal");
    expect(quoted).toMatch(/^You can pay with:\n\n- /);
    expect(quoted).toContain("- PayPal, also in instalments");
    expect(wordsIn(quoted)).toBeLessThan(80);
  });

  test("of numbered steps none is left out in between", () => {
    const steps = Array.from({ length: 30 }, (_, index) => `${index + 1}. Do the step that comes now`).join(
      "\n",
    );
    expect(quote(steps, "step")).toMatch(/^1\. Do the step that comes now\n2\. Do/);
  });

  test("of a long table the rows that matter come with its header", () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| Country ${index} | ${index} dollars |`);
    const text = ["| To | Price |", "|---|---|", ...rows, "| Norway | 12 dollars |"].join("\n");
    expect(quote(text, "Norway")).toMatch(
      /^\| To \| Price \|\n\|---\|---\|\n(?:\|.*\n)*\| Norway \| 12 dollars \|$/,
    );
  });

  test("the introduction of a table is above the matching rows, and no row is repeated", () => {
    const table = "| Warning | What to do |\n|---|---|\n| Refused | Allow the domain. |\n| Busy | Wait. |";
    const text = `No bubble shows up? ${filler.repeat(4)}One warning says why:\n\n${table}\n\n${filler.repeat(9)}`;
    const quoted = quote(text, "domain refused, no bubble");
    expect(quoted).toMatch(/^No bubble shows up\?.*\n\n\| Warning/s);
    expect(quoted.match(/Allow the domain/g)).toHaveLength(1);
  });

  test("code goes with the paragraph before it, at most eight lines of it, around the one that matters", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line${index}`);
    const text = `Update the burner like this:\n\n\`\`\`sh\n${lines.with(20, "update burner").join("\n")}\n\`\`\`\n\n${filler.repeat(9)}`;
    const quoted = quote(text, "update burner");
    expect(quoted).toMatch(/^Update the burner like this:\n\n```sh\n…\n/);
    expect(quoted.split("\n").filter((line) => /^(?:line|update burner)/.test(line))).toHaveLength(8);
    expect(quoted).toContain("\nupdate burner\n");
  });

  test("an example that goes with the answer brings the code below it", () => {
    const code = "```js\nburner.rotate(90)\n```";
    const text = `Rotates the burner. ${filler.repeat(9).trim()}\n\nExample with a quarter turn\n\n${code}`;
    const quoted = quote(text, "rotates burner quarter turn");
    expect(quoted.endsWith(`\n\nExample with a quarter turn\n\n${code}`)).toBe(true);
  });

  test("a code block that was cut off is closed", () => {
    expect(quote("Run:\n\n```sh\nnpm", "npm")).toBe("Run:\n\n```sh\nnpm\n```");
  });

  test("of a quotation no mark is left alone, however it is cut", () => {
    const long = "> A tent that is wet should never be packed, and "
      .repeat(9)
      .replaceAll(", and ", ", and\n");
    for (const text of [
      ">\n> A tent is dry.\n>\n> > \n> > A pole is not.\n>",
      `>\n${long.trim()}`,
      `${filler.repeat(9)}\n\n>\n> ${"The tent ".repeat(90)}\n> is wet\n>`,
    ]) {
      const quoted = quote(text, "tent");
      expect(quoted).toContain("tent");
      expect(quoted).not.toMatch(/^[\s>]*>\s*$/m);
      expect(quoted).not.toMatch(/\w.* >/);
    }
  });

  test("a full stop within bold type ends no sentence, and asterisks within code begin none", () => {
    const text = `${filler.repeat(9)}**The tent leaks.** Dry it. ${filler.repeat(9)}`;
    expect(quote(text, "tent")).toContain("**The tent leaks.** Dry it.");
    const glob = `${filler.repeat(9)}A tent is in \`src/**\`. ${filler.repeat(9)}`;
    expect(wordsIn(quote(glob, "tent"))).toBeLessThanOrEqual(130);
  });

  test("whatever the passage, the quotation is part of it, is not empty, and is short", () => {
    const block = fc.constantFrom(
      filler.repeat(9).trim(),
      "A tent is dry.",
      "It is wet:",
      "- a tent\n- a pole",
      ">\n> A tent is wet.\n>\n> > The tent.",
      "```\ntent --dry\n\ntent --wet\n```",
      "| a | b |\n|---|---|\n| tent | 1 |",
      `${filler.repeat(6)}The tent. ${filler.repeat(6)}`.trim(),
      `- a tent ${"with a very long description ".repeat(30)}`.trim(),
      `A tent ${"without the end of a sentence ".repeat(30)}`.trim(),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const text = blocks.join("\n\n");
        const quoted = quote(text, "tent");
        expect(quoted.trim().length).toBeGreaterThan(0);
        for (const line of quoted.split(/\n|…/)) expect(text).toContain(line.trim());
        expect((quoted.match(/```/g) ?? []).length % 2).toBe(0);
        expect(wordsIn(quoted)).toBeLessThanOrEqual(130);
      }),
    );
  });
});
