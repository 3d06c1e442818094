/** Names put together from words, such as `startFullScreen`, `Phaser.Timer` or `max_size`. */
const name = /[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu;

/** Not before the last letter of an abbreviation that is many ("PDFs"). */
const seams = /[._]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?![\p{L}\p{N}]))/u;

/** Runs of scripts that write words without spaces between them. */
const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Words of a text that a database does not see, in lower case: the parts of names that are written together, and, of
 * scripts without spaces, every two letters that stand side by side. Both what is searched and what is searched for
 * is read this way.
 *
 * @example
 * hiddenWords("call startFullScreen()"); // ["start", "full", "screen"]
 * hiddenWords("退货政策"); // ["退货", "货政", "政策"]
 */
export function hiddenWords(text: string): readonly string[] {
  const composed = text.normalize("NFC");
  const names = [...composed.matchAll(name)]
    .map(([whole]) => whole.split(seams).filter(Boolean))
    .filter((parts) => parts.length > 1);
  // Not every database treats marks as letters.
  const pairs = [...composed.matchAll(run)].map(([whole]) => pairsOf(whole.replace(/\p{M}/gu, "")));
  return [...names, ...pairs].flat().map((word) => word.toLowerCase());
}

/** Whether a word is of a script without spaces, so that only its pairs can be looked for. */
export function isUnspaced(word: string): boolean {
  return word.search(run) === 0;
}

function pairsOf(letters: string): readonly string[] {
  const signs = Array.from(letters);
  return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
