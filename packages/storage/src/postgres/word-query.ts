/** Longer ones are not words; PostgreSQL refuses those of more than 2 kB. */
const maxWord = 200;

/** Endings of the most common languages. The rest of a word is only the prefix that a match must have. */
const endings = /(?:ations?|ments?|ings?|edly|ers?|ed|en|ly|ies|es|e|s|y|n)$/;

const minBeginning = 4;

/**
 * How PostgreSQL is asked for one word in its various forms: without accents, and by its beginning, since no dictionary
 * fits every language. "Shipping" finds "ships" and "shipment". `undefined` when there is nothing to look for.
 */
export function wordQuery(word: string): string | undefined {
  const beginning = beginningOf(word);
  return beginning === "" ? undefined : beginningQuery(beginning);
}

/** The common prefix of all forms of a word, in lower case and without accents. */
export function beginningOf(word: string): string {
  return withoutEndings(plainOf(word));
}

/** A word without case and accents, as the index has it; empty when nothing is left of it. */
export function plainOf(word: string): string {
  return word
    .slice(0, maxWord)
    .normalize("NFKD")
    .replaceAll("\0", "")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .toWellFormed();
}

/** The query for words with such a beginning. */
export function beginningQuery(beginning: string): string {
  return `${quoted(beginning)}:*`;
}

/** Nothing inside quotes has a special meaning: not `!`, not `&`, not a weight. */
export function quoted(plain: string): string {
  return `'${plain.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Ending by ending, since "cover" and "covered" end the same only at the end. */
function withoutEndings(word: string): string {
  const cut = word.replace(endings, "").replace(/([bdfgklmnprt])\1$/, "$1");
  return cut === word || cut.length < minBeginning ? word : withoutEndings(cut);
}
