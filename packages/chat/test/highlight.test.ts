import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { highlight, partsOf } from "../src/highlight/highlight.ts";
import { readBlocks } from "../src/markdown/read-blocks.ts";

const kinds = (code: string, language: string) =>
  highlight(code, language)?.flatMap(({ kind, text }) => (kind === "keyword" ? text : []));

describe("code in an answer", () => {
  test("is cut into kinds by its language, under any of its names", () => {
    expect(kinds("const a = 1;\nreturn a;", "js")).toEqual(["const", "return"]);
    expect(kinds("def f():\n    return 1", "Python")).toEqual(["def", "return"]);
    expect(kinds("SELECT name FROM lamps", "sql")).toEqual(["SELECT", "FROM"]);
    expect(highlight("anything", "klingon")).toBeUndefined();
    expect(highlight("anything", "text")).toBeUndefined();
    expect(highlight("const a = 1;".repeat(5000), "js")).toBeUndefined();
  });

  test("is the same code afterwards, in every language", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("'", '"', "/*", "`", "<a>", "#", "\n", "😀", "{"),
    );
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.constantFrom("js", "ts", "html", "css", "py", "sql", "sh", "yaml", "md", "diff", "php"),
        (pieces, language) => {
          const code = pieces.join("");
          const cut = highlight(code, language);
          if (cut) expect(cut.map((piece) => piece.text).join("")).toBe(code);
          expect(cut?.some((piece) => !piece.text.isWellFormed() && code.isWellFormed())).not.toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("is coloured in parts of at most 2,000 signs, cut between lines, of which a longer one stays plain", () => {
    const line = fc.oneof(
      fc.constantFrom("", "const a = 1;", "-".repeat(700), "/* open", "x".repeat(2500)),
      fc.string({ maxLength: 90 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 150 }), (lines) => {
        const code = lines.join("\n");
        const parts = partsOf(code);
        expect(parts.join("")).toBe(code);
        for (const part of parts) if (part.length > 2000) expect(part.trimEnd()).not.toContain("\n");
        expect(
          highlight(code, "css")
            ?.map(({ text }) => text)
            .join("") ?? code,
        ).toBe(code);
      }),
      { numRuns: 60 },
    );
    const long = `${"const a = 1;\n".repeat(100)}\nfunction b() {\n${"  return 1;\n".repeat(80)}}`;
    expect(partsOf(long).map((part) => part.slice(0, 12))).toEqual(["const a = 1;", "\nfunction b("]);
    expect(kinds(long, "js")?.length).toBe(181);
    expect(highlight("-".repeat(3000), "css")).toEqual([{ kind: "plain", text: "-".repeat(3000) }]);
  });

  test("is finished once its fence has been closed", () => {
    const closed = (text: string) =>
      readBlocks(text).written.flatMap(({ block }) => (block?.type === "code" ? block.closed : []));
    expect(closed("```js\nlet a;\n```")).toEqual([true]);
    expect(closed("~~~~js\n```\n~~~~\n")).toEqual([true]);
    expect(closed("```js\n```")).toEqual([true]);
    expect(closed("```js\nlet a;\n")).toEqual([false]);
    expect(closed("```js")).toEqual([false]);
    expect(closed("````js\nlet a;\n```")).toEqual([false]);
    expect(closed("    indented")).toEqual([false]);
  });
});

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("every colour of code stands out from its ground by 4.5 to 1, in light and dark", () => {
  const style = (name: string) => readFileSync(join(import.meta.dirname, "../src/style", name), "utf8");
  const pair = /light-dark\((#\w{6}), (#\w{6})\)/g;
  const [, light = "", dark = ""] =
    /--raised: light-dark\((#\w{6}), (#\w{6})\)/.exec(style("ground.css")) ?? [];
  const colours = [...style("highlight.css").matchAll(pair)];
  expect(colours.length).toBeGreaterThan(5);
  for (const [, onLight = "", onDark = ""] of colours) {
    expect(contrast(onLight, light), onLight).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onDark, dark), onDark).toBeGreaterThanOrEqual(4.5);
  }
});
