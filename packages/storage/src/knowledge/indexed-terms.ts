import { foldWords, isJoined, wordParts } from "@servicechat/contract/language";
import type { NewPassage } from "./knowledge-store.ts";

const writtenWord = /[\p{L}\p{N}\p{M}]+/gu;

/** Signs that every database takes for such. SQLite's Unicode is of 2012: of later ones, as of pictures, it makes words. */
const oldSign = /^[\s\0-\u00bf\u2010-\u2027\u3000-\u303f\uff00-\uffef]?$/u;

/** The accents that both databases remove. */
const accents =
  /(?<=\p{Script=Latin})[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]+/gu;

/** No word has so many. Putting them in order would take four times as long for twice as many. */
const manyMarks = /\p{M}{8,}/gu;
const otherMark = "\u20dd";

/** Scripts whose case both databases know. That of others is younger than SQLite's Unicode. */
const cased = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]+/gu;

/** Words of a passage that an index would not find in its headings and its text, as columns of its row. */
export function indexedTerms({
  headings,
  text,
  wordings = [],
}: Pick<NewPassage, "headings" | "text" | "wordings">) {
  const above = headings.join("\n");
  const asked = wordings.join("\n");
  return {
    heading_terms: [...hiddenWords(above), asked, ...hiddenWords(asked)].join(" ").trim(),
    text_terms: hiddenWords(text).join(" "),
  };
}

/** Words as they are searched for that differ from those that are written, and words that are hidden in others. */
function hiddenWords(text: string): readonly string[] {
  const seen = seenWords(text);
  return [...foldWords(text).filter((word) => !isJoined(word) && !seen.has(word)), ...wordParts(text)];
}

/** What both databases find in a text without help: letters and digits side by side. PostgreSQL reads "-12" as a number. */
function seenWords(text: string): ReadonlySet<string> {
  const plain = text
    .replace(manyMarks, otherMark)
    .normalize("NFD")
    .replace(accents, "")
    .replace(cased, (letters) => letters.toLowerCase());
  const seen = new Set<string>();
  for (const { 0: word, index } of plain.matchAll(writtenWord)) {
    const [before = "", after = ""] = [plain[index - 1], plain[index + word.length]];
    const isNumber = (before === "-" || before === "+") && /^\d/.test(word);
    if (!isNumber && oldSign.test(before) && oldSign.test(after)) seen.add(word);
  }
  return seen;
}
