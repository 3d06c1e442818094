import { isUnspaced } from "../knowledge/hidden-words.ts";

const word = /[\p{L}\p{N}]+/gu;

/** A word that the visitor's or agent's texts must have, by its beginning, or words that stand side by side. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** The words are whole and follow each other; otherwise there is one word, of which this is the beginning. */
  readonly isPhrase: boolean;
}

/**
 * The words of a text as they are compared: without case and accents, and of scripts without spaces each letter.
 *
 * @example
 * foldWords("Crème brûlée, 2×"); // ["creme", "brulee", "2"]
 */
export function foldWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  // Lower case may produce new marks, as for a dotted capital I.
  const words = plain.replace(/\p{M}/gu, "").match(word) ?? [];
  return words.flatMap((each) => (isUnspaced(each) ? Array.from(each) : [each]));
}

/** Reads what an operator looks for. Every sign but letters, digits and double quotes only separates. */
export function searchTerms(query: string): readonly SearchTerm[] {
  return query.split('"').flatMap((piece, index) => {
    const words = foldWords(piece);
    if (words.length === 0) return [];
    // Behind an odd number of quotes, that is between two, or behind one that is never closed.
    if (index % 2 === 1) return [{ words, isPhrase: true }];
    return piece.split(/\s+/).flatMap((one) => termsIn(one));
  });
}

/** The letters of a script without spaces follow each other, as in the text. */
function termsIn(piece: string): readonly SearchTerm[] {
  return (piece.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap((one) => {
    const words = foldWords(one);
    return words.length === 0 ? [] : [{ words, isPhrase: words.length > 1 }];
  });
}
