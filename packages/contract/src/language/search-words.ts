import { foldSigns, withoutCase } from "./fold-text.ts";
import { wordsOf } from "./words-of.ts";

/** Scripts that write words without spaces between them. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const hangul = String.raw`\p{Script=Hangul}`;
const latin = String.raw`\p{Script=Latin}`;
/** Letters and digits of all others. */
const spaced = String.raw`[[\p{L}\p{N}]--${unspaced}--${hangul}]`;
const otherThanLatin = String.raw`[\p{L}--${latin}]`;

/** A word ends where another script begins: in "客服ABC-12办理" and "XK-2000은" only the code is searched for. */
const word = new RegExp(
  String.raw`${unspaced}+|${hangul}+|\p{N}*${latin}[${latin}\p{N}]*|\p{N}+(?=[${spaced}--\p{N}])|[${spaced}--${latin}]+`,
  "gv",
);

const joined = new RegExp(`[${unspaced}${hangul}]`, "v");
const [hasLatin, hasOther] = [new RegExp(latin, "v"), new RegExp(otherThanLatin, "v")];
const startsWithNumber = new RegExp(String.raw`^\p{N}+${otherThanLatin}`, "v");

/** Names put together from words, such as `startFullScreen`, `Phaser.Timer` or `max_size`. */
const name = new RegExp(String.raw`${spaced}+(?:[._]${spaced}+)*`, "gv");

/** Not before the last letter of an abbreviation that is many ("PDFs"). */
const seams = /[._]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?![\p{L}\p{N}]))/u;

/** A code that is often written with a hyphen, such as `XK2000`. */
const code = new RegExp(String.raw`(?<!${spaced}|-)([${spaced}--\p{N}]{2,5})(\p{N}{2,6})(?!${spaced})`, "gv");

/** What stands inside a word and is often left out. Of dashes, those that are typed and printed for a hyphen. */
const joint = String.raw`[\-\u2010\u2012\u2013\u2212']`;

/** A few words, not only numbers, with a hyphen or an apostrophe between them, such as `Wi-Fi`, `XK-2000-B` and `об'єкт`. */
const compound = new RegExp(
  String.raw`(?<!${spaced}${joint}?)(?=[\p{N}${joint}]{0,40}\p{L})${spaced}{1,12}(?:${joint}${spaced}{1,12}){1,3}(?!${joint}?${spaced})`,
  "gv",
);

/** An IBAN in groups. */
const iban = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu;

/** A telephone number in groups. */
const telephone = /(?<![\p{L}\p{N}])(?:\+?\d{1,5}(?:[ /-]\d{2,6}){2,6}|\+\d{1,5} \d{4,12})(?![\p{L}\p{N}])/gu;

const alphanumeric = /[\p{L}\p{N}]+/gu;

/** A number with what it counts, such as days: a single letter alone makes no pair. */
const counted = new RegExp(String.raw`(?<!\p{N})\p{N}{1,9}[${unspaced}${hangul}]`, "gv");

/** Between words that Korean may also write as one. */
const koreanSpace = /(?<=(\p{Script=Hangul})) (?=(\p{Script=Hangul}))/gu;

/** The article of Arabic, with the prepositions that are attached to its front. */
const article = /^(?:و?ال|[بكف]ال|و?لل)(?=\p{Script=Arabic}{2})/u;

/**
 * The words of a text as chats are searched: folded, ended where scripts meet, and without the article that Arabic
 * attaches to them. A run of a script without spaces is one word.
 *
 * @example
 * foldWords("Crème brûlée, 2×"); // ["creme", "brulee", "2"]
 * foldWords("配送料ABC"); // ["配送料", "abc"]
 */
export function foldWords(text: string): readonly string[] {
  return (foldSigns(text).match(word) ?? []).map(foldWord);
}

/** Whether a word of `foldWords` may be several: it is of a script without spaces, or Korean, which writes compounds either way. */
export function isJoined(folded: string): boolean {
  return joined.test(folded);
}

/**
 * The words of a text as documents are searched: folded, in order, followed by the parts of them that count as words too,
 * see `wordParts`.
 */
export function searchWords(text: string): readonly string[] {
  const words = wordsOf(foldSigns(text)).flatMap((each) =>
    isMixed(each) ? foldWords(each).filter((piece) => !isJoined(piece)) : [foldWord(each)],
  );
  return [...words, ...wordParts(text)];
}

/**
 * Words that are hidden in others, folded: the parts of names that are written together, codes without their hyphen or in
 * their two halves, and of scripts without spaces and of Korean every two letters side by side.
 *
 * @example
 * wordParts("call startFullScreen()"); // ["start", "full", "screen"]
 * wordParts("退货政策"); // ["退货", "货政", "政策"]
 */
export function wordParts(text: string): readonly string[] {
  const plain = foldSigns(text);
  const names = [...plain.matchAll(name)]
    .map(([whole]) => whole.split(seams).filter(Boolean))
    .filter((parts) => parts.length > 1);
  const pairs = (plain.match(word) ?? []).filter(isJoined).map(pairsOf);
  const across = [...plain.matchAll(koreanSpace)].map(([, before, behind]) => `${before}${behind}`);
  return [
    ...[...names, ...pairs, across, plain.match(counted) ?? []].flat().map(foldWord),
    ...otherCodes(plain),
  ];
}

/**
 * What is written together or apart at will, as it is not written, folded: codes and other words without their hyphens and
 * apostrophes, or in the two halves of a code, and telephone numbers and the like without spaces.
 *
 * @example
 * otherCodes("Wi-Fi, XK-2000 and AB12"); // ["ab", "12", "wifi", "xk2000"]
 */
export function otherCodes(text: string): readonly string[] {
  const plain = foldSigns(text);
  const halves = [...plain.matchAll(code)].flatMap(([, letters = "", digits = ""]) => [letters, digits]);
  return [...halves, ...togetherIn(plain).map(({ together }) => together)].map(foldWord);
}

/**
 * The words of a question that may be written together, each with how: "wi" and "fi" of "Wi-Fi" as "wifi".
 */
export function writtenTogether(question: string): ReadonlyMap<string, string> {
  return new Map(
    togetherIn(foldSigns(question)).flatMap(({ parts, together }) =>
      parts.map((part) => [foldWord(part), foldWord(together)] as const),
    ),
  );
}

/** A question whose IBANs are written together, as every search has them. */
export function joinIbans(question: string): string {
  return question.replace(iban, (groups) => groups.replaceAll(" ", ""));
}

function togetherIn(plain: string) {
  return [compound, iban, telephone]
    .flatMap((pattern) => plain.match(pattern) ?? [])
    .map((whole) => whole.match(alphanumeric) ?? [])
    .map((parts) => ({ parts, together: parts.join("") }));
}

function foldWord(plain: string): string {
  return withoutCase(plain).replace(article, "");
}

function isMixed(segment: string): boolean {
  return (
    isJoined(segment) || (hasLatin.test(segment) && hasOther.test(segment)) || startsWithNumber.test(segment)
  );
}

/** A Korean noun of one syllable, with what may be a particle. */
const shortNoun = /^(\p{Script=Hangul})[은는이가을를에의도로만과와]$/u;

function pairsOf(run: string): readonly string[] {
  const signs = Array.from(run);
  if (signs.length < 2) return signs;
  const pairs = signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
  return [...pairs, ...(shortNoun.exec(run)?.slice(1) ?? [])];
}
