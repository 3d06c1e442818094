import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "sugar-high/core";
import { languages } from "sugar-high/lang";
import { highlight, type Piece } from "../src/highlighting/highlight.ts";
import { readBlocks } from "../src/parse/read-blocks.ts";

/** Each character with its kind. */
const signs = ({ kind, text }: Piece) => Array.from(text, (sign) => (sign === "\n" ? sign : sign + kind));

const uncoloured: ReadonlySet<string> = new Set(["identifier", "sign", "space"]);

/** The library's result for the whole code. */
function atOnce(code: string, name: string): readonly string[] {
  const { config } =
    languages.find(({ id, extension, aliases }) => [id, extension, ...aliases].includes(name)) ?? {};
  return parse(code, config).lines.flatMap(({ tokens }, index) => [
    ...(index > 0 ? ["\n"] : []),
    ...tokens.flatMap(({ type, value }) =>
      type === "break" ? [] : signs({ kind: uncoloured.has(type) ? "" : type, text: value }),
    ),
  ]);
}

const kinds = (code: string, language: string) =>
  highlight(code, language)?.flatMap(({ kind, text }) => (kind === "keyword" ? text : []));

describe("code in an answer", () => {
  test("is split into kinds by its language, under any of its names", () => {
    expect(kinds("const a = 1;\nreturn a;", "js")).toEqual(["const", "return"]);
    expect(kinds("def f():\n    return 1", "Python")).toEqual(["def", "return"]);
    expect(kinds("SELECT name FROM lamps", "sql")).toEqual(["SELECT", "FROM"]);
    expect(highlight("let a =\n  b; // c", "js")).toEqual([
      { kind: "keyword", text: "let" },
      { kind: "", text: " a =\n  b; " },
      { kind: "comment", text: "// c" },
    ]);
    expect(highlight("name: Acme Support\nlimit: 12 # Tokens", "yml")).toEqual([
      { kind: "", text: "name: Acme Support\nlimit: " },
      { kind: "class", text: "12" },
      { kind: "", text: " " },
      { kind: "comment", text: "# Tokens" },
    ]);
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
      { numRuns: 60 },
    );
  });

  test("that is long is highlighted as if at once, or stays plain if there is no safe place to split it", () => {
    const element = "      <p>It's for you</p>\n".repeat(150);
    const samples = {
      ts: "function a(x) {\n  // don't\n  return `v ${x}`;\n}\n\n".repeat(60),
      jsx: `const a = (\n  <main>\n${element}  </main>\n);\n`,
      html: `<body>\n${element}</body>\n`,
      py: 'def f(x):\n    """It\'s a docstring\n    of lines"""\n    return x\n\n'.repeat(60),
      json: JSON.stringify(
        Array.from({ length: 90 }, (_, n) => ({ n, name: "it's" })),
        null,
        2,
      ),
      css: ".a {\n  color: red;\n}\n\n".repeat(120),
      go: "func a() {\n\treturn `raw\nstring`\n}\n".repeat(90),
    };
    for (const [name, code] of Object.entries(samples)) {
      expect(code.length, name).toBeGreaterThan(2000);
      expect(highlight(code, name)?.flatMap(signs), name).toEqual(atOnce(code, name));
    }
    for (const [name, code] of [
      ["js", `/*\n${"it's said\n".repeat(300)}*/\nconst a = 1;`],
      ["js", `const a = \`\n${"  ${b(() => {\n    c();\n  })}\n".repeat(90)}\`;`],
      ["css", `.a {\n${"  color: red;\n".repeat(200)}}`],
      ["css", "-".repeat(3000)],
    ] as const)
      expect(highlight(code, name), code.slice(0, 40)).toBeUndefined();
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
