import type { PassageRecord } from "@servicechat/storage";
import { stem } from "./stem.ts";
import { wordsOf } from "./query-words.ts";

/** A passage as the database found it. */
export type Candidate = PassageRecord & { readonly score: number };

const mostOfOneDocument = 3;
/** Two passages that share this much of their words say the same. */
const sameShare = 0.85;

/** What the parts of a score weigh; together 1. */
const weights = { text: 0.55, ownHeading: 0.15, headings: 0.05, phrases: 0.1, found: 0.15 };

interface Measured {
  readonly candidate: Candidate;
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
  /** Of the innermost heading: that the document's title has a word, all of its passages share. */
  readonly ownHeadingWords: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/**
 * Orders what the database found by how much of the question each passage covers: words anywhere, words in its
 * headings, neighbouring words of the question that are neighbours here too. A word that few passages have weighs
 * more, and one that none has weighs most, so a score says whether the passage is an answer at all. Near copies
 * and more than three passages of one document are dropped. Equal scores keep the database's order.
 */
export function rankPassages(
  candidates: readonly Candidate[],
  words: readonly string[],
): readonly Candidate[] {
  const stems = [...new Set(words.map(stem))];
  const measured = candidates.map(measure);
  const weigh = rarity(measured, stems);
  const bestFound = Math.max(...candidates.map((candidate) => candidate.score), Number.MIN_VALUE);
  const ranked = measured
    .map((passage) => ({ passage, score: scoreOf(passage, { stems, weigh, bestFound }) }))
    .sort((one, other) => other.score - one.score);
  return withoutRepeats(ranked);
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
  { candidate, words, headingWords, ownHeadingWords, pairs }: Measured,
  {
    stems,
    weigh,
    bestFound,
  }: {
    readonly stems: readonly string[];
    readonly weigh: (word: string) => number;
    readonly bestFound: number;
  },
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
    weights.found * covered * Math.max(0, candidate.score / bestFound)
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function withoutRepeats(
  ranked: readonly { readonly passage: Measured; readonly score: number }[],
): readonly Candidate[] {
  const kept: { readonly passage: Measured; readonly score: number }[] = [];
  for (const entry of ranked) {
    const { documentId } = entry.passage.candidate;
    const ofDocument = kept.filter(({ passage }) => passage.candidate.documentId === documentId).length;
    const isRepeat = kept.some(({ passage }) => shared(passage.words, entry.passage.words) >= sameShare);
    if (ofDocument < mostOfOneDocument && !isRepeat) kept.push(entry);
  }
  return kept.map(({ passage, score }) => ({ ...passage.candidate, score }));
}

/** Jaccard index of two sets of words. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = one.intersection(other).size;
  return both / Math.max(one.size + other.size - both, 1);
}
