import { isUnspaced } from "./hidden-words.ts";

/** Words, and phrases between double quotes. Every other sign stands between words, so that nothing is syntax. */
const term = /"([^"]*)"|([^"]+)/gu;
const word = /[\p{L}\p{N}]+/gu;
const between = "[^\\p{L}\\p{N}]+";

/**
 * Whether texts that belong together have all that is looked for: each word in one of them, as the beginning of a word,
 * and each phrase in one of them as it stands. Case and accents do not count. Without a word, nothing matches.
 *
 * @example
 * textMatcher('tent "heavy rain"')(["Which tents?", "One for heavy rain."]); // true
 */
export function textMatcher(search: string): (texts: readonly string[]) => boolean {
  const patterns = [...folded(search).matchAll(term)].flatMap(([, phrase, words]) =>
    phrase === undefined ? wordsOf(words ?? "").map((each) => pattern([each])) : phrasePatterns(phrase),
  );
  return (texts) => {
    const read = texts.map(folded);
    return patterns.length > 0 && patterns.every((each) => read.some((text) => each.test(text)));
  };
}

function phrasePatterns(phrase: string): readonly RegExp[] {
  const words = wordsOf(phrase);
  return words.length === 0 ? [] : [pattern(words)];
}

function pattern(words: readonly string[]): RegExp {
  // Scripts that write words without spaces have no beginnings to look for.
  const begin = isUnspaced(words[0] ?? "") ? "" : "(?<![\\p{L}\\p{N}])";
  return new RegExp(begin + words.join(between), "u");
}

function wordsOf(text: string): readonly string[] {
  return text.match(word) ?? [];
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
