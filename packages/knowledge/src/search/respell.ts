import { searchWords, stopWordsOf, type Term } from "@servicechat/contract/language";
import type { KnowledgeStore } from "@servicechat/storage";

/** Of a shorter word, another letter makes another word: "went" is not meant to be "sent", nor "stats" to be "starts". */
const minWord = 5;
/** A question with more words than this is found by the others. */
const maxTerms = 5;
/** Words that are looked at, and passages of each. */
const fewKnown = 5;
const letters = "abcdefghijklmnopqrstuvwxyz";
const vowels = "aeiou";
/** Of a shorter word, two slips make another word. */
const minForTwo = 7;
const maxTwoSlips = 500;
/** If another word of a question is corrected, so is a small word of this many letters, such as "wich". */
const minSmall = 4;

/**
 * The question with each word corrected that no passage has and that is one slip from a word that passages have: an
 * extra, missing or wrong letter, or two swapped ones; in a long word, two slips of the likeliest kinds. The first
 * letter is assumed to be right. Everyday words are never corrected, whether passages have them or not. `undefined` if
 * nothing is corrected.
 */
export async function respell(
  knowledge: Pick<KnowledgeStore, "search" | "having">,
  {
    agentId,
    query,
    terms,
  }: { readonly agentId: string; readonly query: string; readonly terms: readonly Term[] },
): Promise<string | undefined> {
  if (terms.length > maxTerms) return undefined;
  const silent = stopWordsOf(query);
  // As it is searched: a folded word is not corrected in the question.
  const isWritten = new Set(query.toLowerCase().match(/\b[a-z]+\b/g));
  const right = new Map<string, string>();
  const small = new Map<string, string>();
  for (const { word, alternatives } of terms) {
    if (alternatives.length > 0 || word.length < minSmall || !isWritten.has(word)) continue;
    if ((await knowledge.search({ agentId, words: [word], limit: 1 })).length > 0) continue;
    const meant = slipsOf(word).find((slip) => silent.has(slip));
    if (meant !== undefined) small.set(word, meant);
    else if (word.replace(/s$/, "").length >= minWord) {
      const known = await likeliest(knowledge, { agentId, word });
      if (known !== undefined) right.set(word, known);
    }
  }
  if (right.size === 0) return undefined;
  return [...right, ...small].reduce(
    (text, [word, meant]) => text.replace(new RegExp(`\\b${word}\\b`, "i"), meant),
    query,
  );
}

/**
 * The word that most passages contain. A database may find passages by its stem: one must contain the word itself, or
 * its plural.
 */
async function likeliest(
  knowledge: Pick<KnowledgeStore, "search" | "having">,
  { agentId, word }: { readonly agentId: string; readonly word: string },
): Promise<string | undefined> {
  const once = await knowledge.having({ agentId, words: slipsOf(word) });
  const isTwo = once.length === 0 && word.length >= minForTwo;
  const there = isTwo ? await knowledge.having({ agentId, words: twoSlipsOf(word) }) : once;
  const known = there.toSorted((one, other) => other.passages - one.passages).slice(0, fewKnown);
  for (const { word: right } of known) {
    const found = await knowledge.search({ agentId, words: [right], limit: fewKnown });
    const words = new Set(found.flatMap(({ headings, text }) => searchWords([...headings, text].join("\n"))));
    if (words.has(right) || words.has(right.replace(/s$/, ""))) return right;
  }
  return undefined;
}

/** Every word that is one slip away, the likeliest kinds of slips first. */
function slipsOf(word: string): readonly string[] {
  const places = Array.from({ length: word.length }, (_, at) => at + 1);
  const changed = (at: number, cut: number, put: string) => word.slice(0, at) + put + word.slice(at + cut);
  const slips = [
    ...places.flatMap((at) => Array.from(letters, (letter) => changed(at, 0, letter))),
    ...places.map((at) => changed(at, 1, "")),
    ...places.map((at) => changed(at, 2, `${word[at + 1] ?? ""}${word[at] ?? ""}`)),
    ...places.flatMap((at) => Array.from(letters, (letter) => changed(at, 1, letter))),
  ];
  return [...new Set(slips)].filter((slip) => slip !== word);
}

/** Words that are two slips away of the kinds that writers make, not fingers: a database is asked for as many as for one slip. */
function twoSlipsOf(word: string): readonly string[] {
  const twice = new Set(likelySlipsOf(word).flatMap(likelySlipsOf));
  return [...twice].filter((slip) => slip !== word).slice(0, maxTwoSlips);
}

/** A consonant doubled, or one of two alike left out; a vowel taken for another. */
function likelySlipsOf(word: string): readonly string[] {
  const places = Array.from({ length: word.length - 1 }, (_, at) => at + 1);
  const changed = (at: number, put: string) => word.slice(0, at) + put + word.slice(at + 1);
  return places.flatMap((at) => {
    const letter = word[at] ?? "";
    if (letter === word[at - 1]) return [changed(at, "")];
    if (!vowels.includes(letter)) return [changed(at, letter + letter)];
    return Array.from(vowels, (vowel) => changed(at, vowel)).filter((slip) => slip !== word);
  });
}
