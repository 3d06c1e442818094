import { tests as commonmark } from "commonmark-spec";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blocksOf } from "../src/parse/read-blocks.ts";
import { plainText } from "../src/plain-text.ts";
import type { Inline } from "../src/tree.ts";

/** The running text of an answer of paragraphs. */
const inlinesOf = (text: string): Inline[] =>
  blocksOf(text).flatMap((block) => (block.type === "paragraph" ? block.children : []));

/** The words that are marked in one way. */
const marked = (type: "strong" | "emphasis" | "deleted", text: string): string[] =>
  inlinesOf(text).flatMap((inline) => (inline.type === type ? plainText(inline.children) : []));

const words = (text: string): string => plainText(inlinesOf(text));

const addresses = (text: string): string[] =>
  inlinesOf(text).flatMap((inline) => (inline.type === "link" ? plainText(inline.children) : []));

const names: Readonly<Partial<Record<Inline["type"], string>>> = {
  strong: "strong",
  emphasis: "em",
  deleted: "del",
  code: "code",
};

function html(inline: Inline): string {
  const inner =
    "children" in inline ? inline.children.map(html).join("") : "text" in inline ? escaped(inline.text) : "";
  const name = names[inline.type];
  return name ? `<${name}>${inner}</${name}>` : inner;
}

const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

describe("emphasis", () => {
  test("is what CommonMark's examples say, wherever they are about emphasis alone", () => {
    const examples = commonmark.filter(
      ({ section, html: wanted }) =>
        section === "Emphasis and strong emphasis" &&
        wanted.startsWith("<p>") &&
        !/<(?:a|img|hr)\b/.test(wanted),
    );
    expect(examples.length).toBeGreaterThan(100);
    for (const { markdown, html: wanted } of examples) {
      const drawn = blocksOf(markdown).map((block) =>
        block.type === "paragraph" ? `<p>${block.children.map(html).join("")}</p>\n` : block.type,
      );
      expect(drawn.join(""), markdown).toBe(wanted);
    }
  });

  test.each([
    ["请注意**退货期限（30天）。**超过不受理。", "退货期限（30天）。"],
    ["문서는 **가이드(Guide)**를 보세요.", "가이드(Guide)"],
    ["价格是**$12**哦", "$12"],
    ["请点击**[这里](https://a.example/)**继续。", "这里"],
    ["国际规格**[ECMA-262](https://tc39.es/ecma262/)**", "ECMA-262"],
    ["末尾的**`代码`**也要注意。", "代码"],
    ["𰻞𰻞**(ビャンビャン)**麺", "(ビャンビャン)"],
    ["葛󠄀**(こちらが正式表記)**城市", "(こちらが正式表記)"],
    ["大塚︀**(U+585A U+FE00)**です", "(U+585A U+FE00)"],
    ["ᅡ**(a)**", "(a)"],
    ["**真…**她", "真…"],
    ["**真“**她", "真“"],
    ["真**（她**", "（她"],
    ["**推荐几个框架：**React、Vue等前端框架。", "推荐几个框架："],
    ["Das ist **„wichtig“**er Text", "„wichtig“"],
    ["Das ist un**»wichtig«**er Text", "»wichtig«"],
    ["**« Attention »**s", "« Attention »"],
    ["**Wichtig…**und mehr", "Wichtig…"],
    ["„**so**“ und *„**so**“*", "so"],
    ["(**„so“**)", "„so“"],
  ])("is where it is meant beside typographic and full-width signs: %s", (text, bold) => {
    expect(marked("strong", text)).toEqual([bold]);
    expect(words(text)).not.toContain("*");
  });

  test("never marks the words between two that are meant", () => {
    expect(marked("strong", "店は**「日曜定休」**です。色は**「赤」**または**「青」**を選べます。")).toEqual([
      "「日曜定休」",
      "「赤」",
      "「青」",
    ]);
    expect(marked("emphasis", "*「赤」*または*「青」*です")).toEqual(["「赤」", "「青」"]);
    const quoted = fc.constantFrom("「赤」", "（30天）", "“青”", "a", "注意：", "12%", "`x`");
    const between = fc.constantFrom("または", "或", "와", "で", "，", "。");
    fc.assert(
      fc.property(fc.array(fc.tuple(between, quoted), { minLength: 1, maxLength: 6 }), (pairs) => {
        const text = `店${pairs.map(([gap, bold]) => `${gap}**${bold}**`).join("")}で`;
        expect(marked("strong", text)).toEqual(pairs.map(([, bold]) => bold.replace(/`/g, "")));
      }),
    );
  });

  test("with underscores is not within a word, and is beside a full-width sign", () => {
    expect(marked("strong", "注意：__注意事項__")).toEqual(["注意事項"]);
    expect(words("snake_case_name und „_so_“er")).toContain("snake_case_name");
  });

  test("costs time in proportion to the text, whatever it opens", () => {
    for (const piece of ["*a ", "*a_ ", "**a *b* ", "_(「*", "~~a *b~~ "]) {
      const text = piece.repeat(5000);
      expect(words(text).length).toBeGreaterThan(1000);
    }
  });
});

describe("a tilde", () => {
  test.each([
    "Delivery takes 3~5 days and costs 100~200 yen.",
    "10~20个，30~40个",
    "~5 or ~6",
    "~a~",
    "a ~~~b~~~",
    "~~a~",
  ])("alone strikes nothing out: %s", (text) => {
    expect(marked("deleted", text)).toEqual([]);
    expect(words(text)).toBe(text);
  });

  test("that is doubled does", () => {
    expect(marked("deleted", "~~gone~~ ~~「旧」~~新 a~~a()~~あ ~~a **b**~~")).toEqual([
      "gone",
      "「旧」",
      "a()",
      "a b",
    ]);
  });
});

describe("an address without markup", () => {
  const address = "https://example.test/x";

  test.each([
    "，然后继续。",
    "（含税）",
    "” says",
    "“ sagt",
    "« sagt",
    "’",
    "》",
    "】",
    "…",
    "—and more",
    "–und mehr",
    "]",
    "、",
    "！",
    "？",
    "\u200B",
    "\u00A0x",
    "\u3000x",
    "。",
    "؟",
    "।",
    "→ next",
    "™",
    '", he said',
    "`",
    "), and",
    ")を参照",
    ".)",
    "}",
    "(see below)",
    "?!",
    "&copy;",
    "～",
    "「",
    "・",
  ])("ends before %j", (after) => {
    expect(addresses(`见 ${address}${after}`)[0]).toBe(address);
    expect(words(`见 ${address}${after}`)).toContain(`见 ${address}`);
  });

  test.each([
    "https://example.test/路径/页面",
    "https://müller.example/straße",
    "https://例え.example/",
    "https://zh.wikipedia.org/wiki/C语言",
    "https://zh.wikipedia.org/wiki/卡尔·马克思",
    "https://ja.wikipedia.org/wiki/ジョン・スミス",
    "https://en.wikipedia.org/wiki/X_(y)_z",
    "https://a.example/?q=a&b[1]={id}#top",
    "http://localhost:3000/x",
    "https://example.test/a~b/c;d,e",
    "https://fa.example/می\u200Cخواهم",
  ])("is whole: %s", (whole) => {
    for (const text of [whole, `(${whole})`, `**${whole}**`, `见 ${whole}。`, `„${whole}“`, `${whole}, x`])
      expect(addresses(text.replace(/\*/g, "")), text).toEqual([whole]);
  });

  test("ends where its host ends, if another script follows it", () => {
    expect(addresses("https://example.test에서 보세요")).toEqual(["https://example.test"]);
    expect(addresses("见 www.example.test或http://localhost:3000的页面")).toEqual([
      "www.example.test",
      "http://localhost:3000",
    ]);
  });

  test("ends where the next one begins", () => {
    expect(
      addresses("https://example.test/a、https://example.test/b。https://c.test/,https://d.test"),
    ).toEqual(["https://example.test/a", "https://example.test/b", "https://c.test/", "https://d.test"]);
  });

  test("of mail is whole, or none", () => {
    expect(addresses("联系ada@example.test，或 b@c.example。")).toEqual(["ada@example.test", "b@c.example"]);
    expect(addresses("ada@example.müller")).toEqual([]);
  });
});
