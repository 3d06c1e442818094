/** Scripts that put no space between words; about two characters make a word. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** About how many words a text has, in any language. */
export function countWords(text: string): number {
  const unspacedCharacters = text.match(unspaced)?.length ?? 0;
  return (text.match(/\S+/g)?.length ?? 0) + Math.floor(unspacedCharacters / 2);
}
