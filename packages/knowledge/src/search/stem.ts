const endings = /(?:ations?|ment|ing|edly|er|ed|en|ly|e|y|n)$/;

/**
 * A rough stem, for comparing words after the database found them: without accents, plural and common endings, so
 * that "returns", "returned" and "returning" are one word. It need not be a word itself.
 */
export function stem(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  if (plain.length <= 3) return plain;
  const single = plain.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");
  const cut = single.replace(endings, "");
  return (cut.length >= 3 ? cut : single).replace(/([bdfgklmnprt])\1$/, "$1");
}
