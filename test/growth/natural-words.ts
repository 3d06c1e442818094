const syllables = "ba ke lo mi nu ra so te vi zu pan ter gol din mar".split(" ");

/** The number of different words. */
export const vocabularySize = 20_000;

/** An invented word: the lower its number, the more frequent it is, as in a language. */
export function naturalWord(rank: number): string {
  let word = "";
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? "";
  return word;
}

/**
 * Creates a function that returns texts of words that are as frequent as those of a natural language: every fourteenth is
 * the first word, the second is half as frequent, the third a third. The texts are the same in every run.
 */
export function createNaturalText(): (words: number) => string {
  const vocabulary = Array.from({ length: vocabularySize }, (_, rank) => naturalWord(rank));
  let state = 1;
  const share = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = () => vocabulary[Math.floor(vocabularySize ** share()) - 1] ?? "";
  return (words) => Array.from({ length: words }, word).join(" ");
}
