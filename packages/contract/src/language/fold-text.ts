/** Characters that are not typed: hyphens that only show at the end of a line, joiners, marks of direction, the stretched line of Arabic. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640™℠]/gu;

/** A number above a word is that of a footnote. Above a shorter one, such as in "m²", it belongs to it. */
const footnote = /(?<=\p{L}{3})[\u00b9\u00b2\u00b3\u2070-\u2079]+/gu;

/** All that are typed and printed for an apostrophe, some of which count as letters. */
const apostrophes = /[\u02b9-\u02bd\u05f3\u2018\u2019\u201b\u2032\ua78b\ua78c]/g;

/** Hebrew writes a double quote into its abbreviations, Catalan a dot between two letters, and both are often left out. */
const withinWords = /(?<=\p{Script=Hebrew})["\u05f4\u201d](?=\p{Script=Hebrew})|(?<=l)\u00b7(?=l)/giu;

/** Behind a number, it would become part of it. */
const fraction = /(?<=\p{N})(?=[\u00bc-\u00be\u2150-\u215e])/gu;

/** Korean letters of half the width, which stand one by one. */
const narrowHangul = /[\uffa1-\uffdc]+/g;

/** Of letters, all but those that make another consonant of a letter of Japanese. */
const marks = /(?![\u3099\u309a])\p{M}/gu;

const foreignDigit = /(?![0-9])\p{Nd}/gu;

/** Letters that keep their stroke when they are decomposed, and those that one keyboard has in place of another's. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  ŋ: "n",
  ŧ: "t",
  ǥ: "g",
  ɨ: "i",
  ƶ: "z",
  ə: "e",
  ɛ: "e",
  ɔ: "o",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ς: "σ",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  ہ: "ه",
  ە: "ه",
  ൺ: "ണ",
  ൻ: "ന",
  ർ: "ര",
  ൽ: "ല",
  ൾ: "ള",
  ൿ: "ക",
};
const otherLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * A text as it is compared in every search, whatever was typed and whatever is written: without case, accents, strokes
 * and characters that are not typed, full-width and other compatibility forms as plain ones, and digits of all scripts as 0 to 9.
 * Folding twice changes nothing.
 *
 * @example
 * foldText("Zażółć Straße ＡＢ１２"); // "zazolc strasse ab12"
 */
export function foldText(text: string): string {
  return withoutCase(foldSigns(text));
}

/** The first half of the folding, which leaves the case: by it, names that are written together are taken apart. */
export function foldSigns(text: string): string {
  if (isAscii(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(unseen, "")
      .replace(footnote, " ")
      .replace(apostrophes, "'")
      .replace(fraction, " ")
      .replace(narrowHangul, syllablesOf)
      // Before they are put in order too: of many in a row, that takes four times as long for twice as many.
      .replace(marks, "")
      .normalize("NFKD")
      .replaceAll("\u2044", "/")
      .replace(marks, "")
      .replace(withinWords, "")
      .normalize("NFC")
      .replace(foreignDigit, digitOf)
  );
}

/** The second half. */
export function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.replace(otherLetter, (letter) => plainLetters[letter] ?? letter);
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Unicode has the ten digits of a script side by side, from 0 on. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/** The last consonants of syllables, in the order of the first ones; some have none. */
const lastConsonants = "ᆨᆩᆫᆮ-ᆯᆷᆸ-ᆺᆻᆼᆽ-ᆾᆿᇀᇁᇂ";

/** A consonant behind a vowel that no other vowel follows ends a syllable. */
function syllablesOf(narrow: string): string {
  return narrow
    .normalize("NFKD")
    .replace(/(?<=[\u1161-\u1175])[\u1100-\u1112](?![\u1161-\u1175])/g, (consonant) => {
      const last = lastConsonants[consonant.charCodeAt(0) - 0x1100] ?? "-";
      return last === "-" ? consonant : last;
    });
}
