import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { plainWords } from "../../packages/knowledge/src/embeddings/plain-words.ts";
import { storedWords } from "../../packages/storage/src/chats/search-terms.ts";
import { indexedTerms } from "../../packages/storage/src/knowledge/indexed-terms.ts";
import { queryWords } from "../../packages/knowledge/src/search/query-words.ts";
import { koreanNouns } from "@servicechat/contract/language";
import { listPatterns } from "../support/list-patterns.ts";
import { measureGrowth } from "../support/measure-growth.ts";

/** Recheck's result for a pattern. Its automaton yields a proof, and takes the same number of steps each time. */
interface Diagnostics {
  readonly status: "safe" | "vulnerable" | "unknown";
  readonly complexity?: { readonly summary: string };
  readonly attack?: { readonly pattern: string };
  readonly error?: { readonly kind: string };
}

/** According to its documentation. Its own types are not for ES modules. */
interface Recheck {
  checkSync(
    source: string,
    flags: string,
    options: { readonly checker: "automaton"; readonly timeout: null },
  ): Diagnostics;
}

/**
 * Patterns that recheck cannot judge because of lookaround or backreferences, or only in minutes because they have too
 * many states, with the reason why each is linear anyway.
 */
const judgedByHand: Readonly<Record<string, string>> = {
  [String.raw`/&(?=#?\w+;)/g`]: "a name holds no other &",
  [String.raw`/(?:(?<!\s)\s+)?(?:\S{1,80}\s*){1,3}/gu`]:
    "only the first of several spaces begins it, and what is no space always ends well",
  [String.raw`/(?<![!\\])\[((?:[^[\]\\]|\\.)+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g`]:
    "neither label nor address holds a bracket that begins another one",
  [String.raw`/(?<![?？.])[?？.]+$/`]: "only the first of several begins it",
  [String.raw`/(?<!\/)\/+$/`]: "only the first of several begins it",
  [String.raw`/(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g`]:
    "neither label nor address holds a bracket that begins another one",
  [String.raw`/(?<!\n)\n+$/`]: "only the first of several begins it",
  [String.raw`/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi`]:
    "a script without an end reaches to the end of the text, and takes it",
  [String.raw`/<\/([\w.-]+:)?(urlset|sitemapindex)\s*>|<([\w.-]+:)?(urlset|sitemapindex)\b[^<>]*\/>/`]:
    "a tag holds no other <",
  [String.raw`/<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|tool_result|function_calls?)>|^[^\S\n\r\u2028\u2029]*(?:system|assistant)\s*:/im`]:
    "spaces at the beginning of a line hold no end of one",
  [String.raw`/<meta[^<>]*charset\s*=\s*(?:["']\s*)?([\w:-]+)/i`]: "a tag holds no other <",
  [String.raw`/[ \n\t\u00A0\u202F\u3000]{9,}|[[\u{16FE4}\p{Cc}\p{Cf}\p{Z}\p{DI}\p{NChar}\u2800\u{13441}\u{13442}\u{1D159}]--[\uFE0F \n\t\u00A0\u202F\u3000]]|(?<![\p{ExtPict}--\p{EPres}])\uFE0F/gv`]:
    "of at most eight that are too few each is looked at once more, and nine are taken",
  [String.raw`/\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\c([A-Za-z])|\\[pP]\{([^{}]*)\}|\\k<[^<>]*>|\\[1-9]\d*|\\.|\(\?(?:<?[=!]|<[^<>]*>|[a-z-]*:)|\[\^?\]|[^]/gu`]:
    "what repeats holds no sign with which another one begins",
  [String.raw`/^ *\d+: \S+ \S+ [0-9A-F]{2} ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+) /gm`]:
    "what the kernel writes, in parts that hold no space",
  [String.raw`/\d+(?= ?(?:\/|of|von|de|di|van|z|из) ?\d+[^\p{L}\d]*$)/iu`]:
    "of a line of at most 200 characters",
  [String.raw`/(?<=^[^\p{L}\d]*)\d+(?=\D|$)|\d+(?=[^\p{L}\d]*$)/gu`]: "of a line of at most 200 characters",
  [String.raw`/^[<([{"'\s]+|(?<![>)\]}"'.\s])[>)\]}"'.\s]+$/g`]:
    "only the first of several begins what stands at the end",
  [String.raw`/(?<=\p{L}{3})[\u00b9\u00b2\u00b3\u2070-\u2079]+/gu`]:
    "it repeats one thing, and takes all of it",
  [String.raw`/(?<=\p{Script=Latin})[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]+/gu`]:
    "only the first of several begins it",
  [String.raw`/(?:&[a-z\d]+;|[?!.,:;*_'~&])+$/i`]: "of an address, whose length is bounded",
  [String.raw`/(?:(?<![\w\\])\p{L}{1,2}'?|[)\]}|]|\\[A-Za-z]+)_(?:\{|\\[A-Za-z]|[\p{L}\d](?![\p{L}_]))/u`]:
    "only a backslash begins a run, which holds no other one",
  [String.raw`/(?<!\p{L})\p{L}{2,}(?!\p{L}|\()/u`]: "only the first letter of a word begins it",
  [String.raw`/(?<![A-Za-z])(?!sinh|cosh|tanh)(?:[a-z]{4,}|[A-Z]{3,}(?![a-z])|[A-Z][a-z]{3,})/`]:
    "only the first letter of a word begins it",
  [String.raw`/(?<![\\A-Za-z])[A-Za-z]{3,}\\|:\\/`]: "only the first letter of a word begins it",
  [String.raw`/(?<![\\A-Za-z{])(?!d[a-z]\b)[A-Za-z]{2,}[,;]?\s+(?!d[a-z]\b)[A-Za-z]{2,}/`]:
    "only the first letter of a word begins it, and its parts are divided by what they do not hold",
  [String.raw`/\*+|_+|(?<!~)~~(?!~)/g`]: "each alternative takes all that it looks at",
  ["/^(`{3,}(?=[^`]*$)|~{3,})/"]:
    "it begins at the beginning alone, and what follows a shorter run is its own sign",
  [String.raw`/^([-*+]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)/`]:
    "it begins at the beginning alone, and repeats one thing",
  [String.raw`/^([^/?#]*(?:\.[a-z]{2,}|\/\/localhost|:\d+))(?!\p{Script=Latin})\p{L}/iu`]:
    "it begins at the beginning alone, and looks at each run of letters once",
  [String.raw`/^[,;.:!?)\]}/–—…·•-]\s*(?![\d\\])|[,;:([{]$/`]:
    "it begins at the beginning alone, and repeats one thing",
  ["/^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\\n]*\\n(?:[^]*\\n)? {0,3}\\1[`~]*[ \\t]*\\n*$/"]:
    "it begins at the beginning alone, and looks at each line that may be the end once",
  [String.raw`/^ {0,3}\[\^([\p{L}\d_-]{1,40})\]:[ \t]*(\S[^\n]*(?:\n(?! {0,3}\[\^)[ \t]*\S[^\n]*)*)(?:\n+|$)/u`]:
    "it begins at the beginning alone, and goes on line by line",
  [String.raw`/^(?:see also|siehe auch|voir aussi|véase también|it|its|they|them|their|this|that|these|those|he|she|then|also|however|otherwise|instead|so|but|and|or|there|both|such|here|es|er|sie|dies\p{L}*|das|dann|auch|sonst|aber|und|il|elle|ils|cela|ce|puis|esto|ese|esa|esos|ello|luego|también)\b/iu`]:
    "it begins at the beginning alone, and repeats one thing",
  [String.raw`/^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/`]: "of at most 253 characters",
  [String.raw`/^(?=[^]*[^\s\p{DI}])[^]{0,8000}$/u`]:
    "it begins at the beginning alone, and looks through the text twice",
  [String.raw`/^(\d)\1+$/`]: "it begins at the beginning alone, and repeats one thing",
  ["/^(```|~~~)[\\s\\S]*?(?:^\\1\\s*$|$(?![\\s\\S]))/gm"]:
    "a fence without an end reaches to the end of the text, and takes it",
  [String.raw`/^---[ \t]*\n([\s\S]*?)\n?^(?:---|\.\.\.)[ \t]*$\n?/m`]:
    "a line that begins it is one that ends what was begun before",
  [String.raw`/^\s*(?:[-*+]|\d+[.)])\s+(?:\**\[(?:[^\]\\]|\\.)+\]\([^)\s]+\)|\S.* › )/`]:
    "it begins at the beginning alone, and its parts are divided by what they do not hold",
  [String.raw`/^ak_([0-9a-z]+)_([\w-]{1,128})$/`]:
    "it begins at the beginning alone, and its first part holds no _",
  [String.raw`/^[0-9a-f]+-(?=text\/javascript$|module$|application\/javascript$)/i`]:
    "it begins at the beginning alone, and repeats one thing",
  [String.raw`/_+|-+|(?<=[a-z\d])(?=[A-Z][a-z])/g`]: "each alternative takes all that it looks at",
};

function hasProgram(require: NodeJS.Require): boolean {
  try {
    require.resolve(`recheck-${process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

describe("a regular expression of the service takes twice the time for twice the text", () => {
  const patterns = listPatterns().map((pattern) => ({
    ...pattern,
    written: `/${pattern.source}/${pattern.flags}`,
  }));
  let recheck: Recheck;

  beforeAll(() => {
    const require = createRequire(import.meta.url);
    // Both prove the same; the program is five times faster, but not available for every machine.
    process.env["RECHECK_BACKEND"] = hasProgram(require) ? "native" : "pure";
    recheck = require("recheck") as Recheck;
  });

  test("wherever it is", () => {
    expect(patterns.length).toBeGreaterThan(150);
    const all = new Set(patterns.map(({ written }) => written));
    expect(Object.keys(judgedByHand).filter((written) => !all.has(written))).toEqual([]);
  });

  test.each(
    [...new Map(patterns.map((pattern) => [pattern.written, pattern])).values()]
      .filter(({ written }) => !(written in judgedByHand))
      .map(({ file, written, source, flags }) => [file, written, source, flags] as const),
  )("in %s, %s", (_file, _written, source, flags) => {
    const { status, complexity, attack, error } = recheck.checkSync(source, flags, {
      checker: "automaton",
      timeout: null,
    });
    expect({ status, complexity: complexity?.summary, attack: attack?.pattern, error: error?.kind }).toEqual({
      status: "safe",
      complexity: expect.stringMatching(/^(?:safe|constant|linear)$/) as string,
    });
  });
});

test.each([
  ["lines and pipes", (length: number) => `${"\n".repeat(length / 2)}${"|".repeat(length / 2)}word`],
  ["blank lines", (length: number) => `${"\n".repeat(length)}word`],
  ["ends of lines of another kind", (length: number) => `${"\r".repeat(length)}word`],
  ["brackets", (length: number) => "[".repeat(length)],
  ["links that never end", (length: number) => "[a](".repeat(length / 4)],
  ["fences", (length: number) => "```\n".repeat(length / 4)],
  ["rules of tables", (length: number) => "|-".repeat(length / 2)],
])("plain words of a text take twice the time for twice the text: %s", (_, textOf) => {
  // Twice the time would be 2, four times 4; processor time of this thread.
  expect(measureGrowth((length) => void plainWords(textOf(length)), { from: 512, to: 65_536 })).toBeLessThan(
    3,
  );
});

// Most of their patterns are put together from parts, which recheck does not see.
test.each([
  ["accents", (length: number) => `a${"\u0301\u0345".repeat(length / 2)}`],
  ["numbers above letters", (length: number) => `abc${"\u00b9".repeat(length)}`],
  ["digits", (length: number) => "7".repeat(length)],
  ["digits before another script", (length: number) => `${"7".repeat(length)}ж`],
  ["letters that are words", (length: number) => "Aa1".repeat(length / 3)],
  ["hyphens", (length: number) => "a-".repeat(length / 2)],
  ["hyphens and digits", (length: number) => "12-'".repeat(length / 4)],
  ["groups of digits", (length: number) => "+12 ".repeat(length / 4)],
  ["groups of an IBAN", (length: number) => `DE89${" 3704".repeat(length / 5)}_`],
  ["particles", (length: number) => "에서는".repeat(length / 3)],
  ["letters of half the width", (length: number) => "\uffa1\uffc2".repeat(length / 2)],
  ["a script without spaces", (length: number) => "\u9000\u8d27".repeat(length / 2)],
  ["dots within words", (length: number) => "l\u00b7".repeat(length / 2)],
])("the words of a text take twice the time for twice the text: %s", (_, textOf) => {
  const run = (length: number) => {
    const text = textOf(length);
    storedWords(text);
    indexedTerms({ headings: [], text });
    koreanNouns(text);
    queryWords(text);
  };
  expect(measureGrowth(run, { from: 512, to: 32_768 })).toBeLessThan(3);
});
