const endings = /(?:ations?|(?<=ic)al(?:ly)?|ment|ing|edly|er|ed|en|ly|e|y|n)$/;

/**
 * A rough stem, for comparing words after the database found them: without accents, plural and common endings, so
 * that "returns", "returned" and "returning" are one word. It need not be a word itself.
 */
export function stem(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  if (plain.length <= 3) return plain;
  return withoutEndings(plain.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""));
}

/** Ending by ending, since "cover" and "covered" end the same only at the end. */
function withoutEndings(word: string): string {
  const cut = word.replace(endings, "").replace(/([bdfgklmnprt])\1$/, "$1");
  return cut === word || cut.length < 3 ? word : withoutEndings(cut);
}
