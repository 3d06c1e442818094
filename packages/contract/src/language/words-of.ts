const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text in lower case, in order, in any language. An apostrophe separates two words. */
export function wordsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text.normalize("NFC").toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.split(/['’]/))
    .filter(Boolean);
}
