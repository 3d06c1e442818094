import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readBlocks } from "../src/parse/read-blocks.ts";
import { readFormula, type FormulaElement } from "../src/formulas/read-formula.ts";

/** The formulas in a text, as TeX, block formulas in brackets. */
const formulas = (text: string): string[] =>
  readBlocks(text).written.flatMap(({ block }) => {
    if (block?.type === "math") return `[${block.tex}]`;
    if (block?.type !== "paragraph") return [];
    return block.children.flatMap((inline) =>
      inline.type === "math" ? (inline.display ? `[${inline.tex}]` : inline.tex) : [],
    );
  });

describe("a formula in an answer", () => {
  test("is between $$, \\[ \\], \\( \\), or single dollar signs if it cannot be prices", () => {
    expect(formulas("$$\na\n- b\n= c\n$$")).toEqual(["[a\n- b\n= c]"]);
    expect(formulas("\\[ a_1 * b_1 \\]\nand $$x$$ so \\(y < z\\).")).toEqual(["[a_1 * b_1]", "[x]", "y < z"]);
    expect(formulas("$x$, $E = mc^2$, $2\\pi r$ and $a_i$.")).toEqual(["x", "E = mc^2", "2\\pi r", "a_i"]);
    const written = [
      "F=ma",
      "PV=nRT",
      "a<b",
      "x + y",
      "x = 5",
      "abc = 1",
      "x_{max}",
      "x_10",
      "a_i^2",
      "dx_i",
      "\\frac{a}{b}",
      "\\alpha\\beta",
      "Area = \\pi r^2",
      "x \\in [0,1)",
      "\\text{if so and so}",
      "f(x)=x",
      "\\{1, 2\\}",
      "\\int f dx dy",
    ];
    for (const tex of written) expect(formulas(`so $${tex}$ is`), tex).toEqual([tex]);
    for (const tex of ["x", "5", "a+b", "f(x)", "v = distance / time", "-1", "a - b", "\\pi", "(a, b)"])
      expect(formulas(`so $$${tex}$$ is`), tex).toEqual([`[${tex}]`]);
  });

  test.each([
    "It costs $5 or $10.",
    "From $5-$10, or 7$, or $1,000 = 900 €, or $20_000.",
    "US$5 = A$7+tax$",
    "$HOME/bin:$PATH and $PWD=$HOME",
    "5 $ and 6 $",
    "`$x$` and `\\(y\\)`",
    "$$ is money, $$$ is more",
    "Replace $first_name$ and $user_id$, and $API_KEY$.",
    "Set $a=1$, $n=5,m=6$ or $debug=true$.",
    "Between $USD=1 and EUR$.",
    "A ($$), B ($$$), C ($$).",
    "Cheap is $$, fair is $$ too, and $$ - $$$ is dear.",
    "From $$ to $$, or $$/person and $$/night.",
    "$$ or $$",
    "Grades $A+$ and $C++$, $i++$",
    "$foo->bar$ and $a==b$ and $x => y$",
    "$HOME\\bin$ and $C:\\temp$",
    "It costs $5 or 6^2$.",
    "$List<Item>$",
    "\\\\(x\\\\)",
    "$$\na\n\nb\n$$",
    "\\[ never closed",
  ])("is not in %j", (text) => {
    expect(formulas(text)).toEqual([]);
  });
});

/**
 * How many characters our rules examine in a text: 2,000 for each attempt, and the length of each search for a start.
 */
function looked(text: string): number {
  let steps = 0;
  // oxlint-disable-next-line unbound-method -- it is called with the rule that it is of
  const { exec } = RegExp.prototype;
  const starts = [String.raw`\n {0,3}(?:\$\$|\\\[)`, String.raw`\$|\\[([]`];
  const watch = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, source) {
    const match = exec.call(this, source);
    if (this.source.includes("{1,2000}")) steps += 2000;
    else if (starts.includes(this.source)) steps += match?.index ?? source.length;
    return match;
  });
  try {
    readBlocks(text);
  } finally {
    watch.mockRestore();
  }
  return steps;
}

describe("the formulas of a long text", () => {
  test("cost no more from some point on, however many are opened", () => {
    const opened = fc.constantFrom(
      "$$",
      "$",
      "\\[",
      "\\(",
      "$$\n",
      "\\[\n",
      "a\n$$",
      "$a",
      "x ",
      "*b* ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(opened, { minLength: 1, maxLength: 3 }), (pieces) => {
        const piece = pieces.join("");
        expect(looked(piece.repeat(20_000 / piece.length)), JSON.stringify(piece)).toBeLessThan(8_100_000);
      }),
      // Each examines its text about eight million times.
      { numRuns: 8 },
    );
    // Each of them would be worth an attempt.
    const many = looked("\\[ ".repeat(13_000));
    expect(many).toBeGreaterThan(7_900_000);
    expect(many).toBeLessThan(8_100_000);
  });

  test("are all drawn in an answer that is longer than most, prices and all", () => {
    const part =
      "For $5 there is $x_1$ and *more* text, **much** more, in many words.\n\n$$\ny = x^2\n$$\n\n";
    expect(formulas(part.repeat(150))).toHaveLength(300);
  });
});

/** All elements of a formula, from the outside in. */
const elementsOf = (piece: FormulaElement | string | undefined): FormulaElement[] =>
  typeof piece === "object" ? [piece, ...piece.children.flatMap(elementsOf)] : [];

const hostile = [
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\url{https://evil.example}`,
  String.raw`\includegraphics[height=1em]{https://evil.example/x.png}`,
  String.raw`\htmlClass{frame}{x} \htmlId{chat}{y} \htmlData{a=b}{z} \htmlStyle{background:url(//evil.example)}{w}`,
  String.raw`\style{position:fixed}{x}`,
  String.raw`\color{url(https://evil.example)} x`,
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\rule{9999em}{9999em}`,
  "{".repeat(1500),
  "\\frac{".repeat(200) + "}".repeat(200),
];

describe("a formula that is drawn", () => {
  test("consists of purely presentational MathML elements", () => {
    const names = elementsOf(readFormula(String.raw`\frac{a}{\sqrt{b}} \sum_{n=1}^\infty x_n`, true)).map(
      ({ name }) => name,
    );
    expect(names[0]).toBe("math");
    expect(names).toEqual(expect.arrayContaining(["mfrac", "msqrt", "munderover", "msub"]));
    expect(readFormula(String.raw`\nonsense{`, false)).toBeUndefined();
  });

  test.each(hostile)("links nowhere and loads nothing: %j", (tex) => {
    for (const { name, attributes, styles } of elementsOf(readFormula(tex, true))) {
      expect(name).toMatch(/^m[a-z]+$/);
      for (const [field, value] of Object.entries({ ...attributes, ...styles })) {
        expect(field).not.toMatch(/^(?:on|href|src|class|id$|data|xlink|position)/i);
        expect(value).not.toMatch(/url|:\/\/|javascript/i);
      }
    }
  });

  test("never fails, whatever it contains", () => {
    const piece = fc.constantFrom(
      "\\frac",
      "{",
      "}",
      "^",
      "_",
      "a",
      "1",
      "&",
      "\\\\",
      "\\begin{matrix}",
      "\\left(",
      "#",
      "%",
      " ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 20 }), (pieces) => {
        readFormula(pieces.join(""), false);
      }),
      { numRuns: 150 },
    );
  });
});
