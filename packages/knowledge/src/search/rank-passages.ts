import type { PassageRecord } from "@servicechat/storage";
import { stem } from "./stem.ts";
import { wordsOf } from "./query-words.ts";

/** A passage as the database found it. */
export type Candidate = PassageRecord & { readonly score: number };

const mostOfOneDocument = 3;
/** Two passages that share this much of their words say the same. */
const sameShare = 0.85;

/** What the parts of a score weigh; together 1. */
const weights = { text: 0.4, ownHeading: 0.15, headings: 0.05, phrases: 0.1, found: 0.15, document: 0.15 };

/** What a passage is held against. */
interface Asked {
  /** Of the question's words. */
  readonly stems: readonly string[];
  readonly weigh: (word: string) => number;
  /** From 0 to 1: the database's score, beside that of the best passage. */
  readonly found: number;
  /** From 0 to 1: all that was found of the document, beside that of the best document. */
  readonly document: number;
}

interface Measured {
  readonly candidate: Candidate;
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
  /** Of the innermost heading: that the document's title has a word, all of its passages share. */
  readonly ownHeadingWords: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/** A passage with its score, and with the words that tell whether another says the same. */
export interface Scored {
  readonly candidate: Candidate;
  readonly words: ReadonlySet<string>;
  readonly score: number;
}

/** Orders what the database found by `scoreByWords`, without repeats. Equal scores keep the database's order. */
export function rankPassages(
  candidates: readonly Candidate[],
  words: readonly string[],
): readonly Candidate[] {
  return withoutRepeats(scoreByWords(candidates, words));
}

/**
 * How much of the question each passage covers: words anywhere, words in its headings, neighbouring words of the
 * question that are neighbours here too, and how much else of its document was found. A word that few passages have weighs more, and one that none has weighs most,
 * so a score says whether the passage is an answer at all.
 */
export function scoreByWords(candidates: readonly Candidate[], words: readonly string[]): readonly Scored[] {
  const stems = [...new Set(words.map(stem))];
  const measured = candidates.map(measure);
  const weigh = rarity(measured, stems);
  const documents = new Map<string, number>();
  for (const { documentId, score } of candidates) {
    documents.set(documentId, (documents.get(documentId) ?? 0) + Math.max(0, score));
  }
  const best = {
    found: Math.max(...candidates.map(({ score }) => score), Number.MIN_VALUE),
    document: Math.max(...documents.values(), Number.MIN_VALUE),
  };
  return measured.map((passage) => {
    const { score, documentId } = passage.candidate;
    const found = Math.max(0, score) / best.found;
    const document = (documents.get(documentId) ?? 0) / best.document;
    return { ...passage, score: scoreOf(passage, { stems, weigh, found, document }) };
  });
}

function measure(candidate: Candidate): Measured {
  const headings = wordsOf(candidate.headings.join("\n")).map(stem);
  const text = wordsOf(candidate.text).map(stem);
  const inOrder = [...headings, ...text];
  return {
    candidate,
    words: new Set(inOrder),
    headingWords: new Set(headings),
    ownHeadingWords: new Set(wordsOf(candidate.headings.at(-1) ?? "").map(stem)),
    pairs: new Set(inOrder.slice(1).map((word, index) => `${inOrder[index]} ${word}`)),
  };
}

function rarity(passages: readonly Measured[], stems: readonly string[]): (word: string) => number {
  const weightOf = new Map(
    stems.map((word) => {
      const having = passages.filter((passage) => passage.words.has(word)).length;
      return [word, Math.log(1 + (passages.length + 1) / (having + 0.5))];
    }),
  );
  return (word) => weightOf.get(word) ?? 0;
}

function scoreOf(
  { words, headingWords, ownHeadingWords, pairs }: Measured,
  { stems, weigh, found, document }: Asked,
): number {
  const share = (has: (word: string) => boolean) =>
    sum(stems.filter(has).map(weigh)) / Math.max(sum(stems.map(weigh)), Number.MIN_VALUE);
  const neighbours = stems.slice(1).map((word, index) => `${stems[index]} ${word}`);
  const covered = share((word) => words.has(word));
  const phrases =
    neighbours.length === 0
      ? covered
      : neighbours.filter((pair) => pairs.has(pair)).length / neighbours.length;
  return (
    weights.text * covered +
    weights.ownHeading * share((word) => ownHeadingWords.has(word)) +
    weights.headings * share((word) => headingWords.has(word)) +
    weights.phrases * phrases +
    weights.found * covered * found +
    weights.document * covered * document
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The best first. Near copies and more than three passages of one document are dropped. */
export function withoutRepeats(scored: readonly Scored[]): readonly Candidate[] {
  const kept: Scored[] = [];
  for (const entry of scored.toSorted((one, other) => other.score - one.score)) {
    const { documentId } = entry.candidate;
    const ofDocument = kept.filter(({ candidate }) => candidate.documentId === documentId).length;
    const isRepeat = kept.some(({ words }) => shared(words, entry.words) >= sameShare);
    if (ofDocument < mostOfOneDocument && !isRepeat) kept.push(entry);
  }
  return kept.map(({ candidate, score }) => ({ ...candidate, score }));
}

/** Jaccard index of two sets of words. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = one.intersection(other).size;
  return both / Math.max(one.size + other.size - both, 1);
}
