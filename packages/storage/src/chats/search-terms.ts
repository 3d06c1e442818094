import {
  foldSigns,
  foldWords,
  isJoined,
  joinIbans,
  koreanNouns,
  otherCodes,
} from "@servicechat/contract/language";

/** A word that the visitor's or agent's texts must have, by its beginning, or words that stand side by side. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** The words are whole and follow each other; otherwise there is one word, of which this is the beginning. */
  readonly isPhrase: boolean;
}

/** The words of a text as they are stored, followed by its codes as they are not written. */
export function storedWords(text: string): readonly string[] {
  return [...wordsInOrder(text), ...otherCodes(text)];
}

/** The words of a text. Of scripts without spaces and of Korean, which writes compounds with and without, each letter. */
function wordsInOrder(text: string): readonly string[] {
  return foldWords(text).flatMap((word) => (isJoined(word) ? Array.from(word) : [word]));
}

/** Reads what an operator looks for. Every sign but letters, digits and double quotes only separates. */
export function searchTerms(query: string): readonly SearchTerm[] {
  return foldSigns(query)
    .split('"')
    .flatMap((piece, index) => {
      // Behind an odd number of quotes, that is between two, or behind one that is never closed.
      if (index % 2 === 0) return foldWords(joinIbans(koreanNouns(piece))).map(termOf);
      const words = wordsInOrder(piece);
      return words.length === 0 ? [] : [{ words, isPhrase: true }];
    });
}

/** The letters of a word that is stored letter by letter follow each other, as in the text. */
function termOf(word: string): SearchTerm {
  const words = wordsInOrder(word);
  return { words, isPhrase: words.length > 1 };
}
