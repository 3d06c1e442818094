import type { PassageRecord } from "@servicechat/storage";
import { ownHeadingStems } from "./own-heading-stems.ts";
import { stem } from "./stem.ts";
import { wordsOf } from "./query-words.ts";
import type { WeighedPassage } from "./weigh-passages.ts";

/** A passage with how much of the question it covers. */
export type RankedPassage = PassageRecord & { readonly score: number };

const mostOfOneDocument = 3;
/** Two passages that share this much of their words say the same. */
const sameShare = 0.85;

/** What the parts of a score weigh; together 1. */
const weights = { text: 0.7, ownHeading: 0.15, headings: 0.05, phrases: 0.1 };

/** What a passage is held against. */
interface Asked {
  /** Of the question's words. */
  readonly stems: readonly string[];
  readonly weigh: (word: string) => number;
}

interface Measured extends Words {
  readonly found: WeighedPassage;
}

/** Of a passage. */
interface Words {
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
  /** Of the innermost heading: that the document's title has a word, all of its passages share. */
  readonly ownHeadingWords: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/** A passage with its score, and with the words that tell whether another says the same. */
interface Scored {
  readonly passage: PassageRecord;
  readonly words: ReadonlySet<string>;
  readonly score: number;
}

/**
 * How much of the question each passage covers: words anywhere, words in its headings, and neighbouring words of the
 * question that are neighbours here too. A word that few passages have weighs more, and one that none has weighs most,
 * so a score says whether the passage is an answer at all. It says little about which of many is the better one: for
 * that, see `order-by-page.ts`.
 */
export function scoreByWords(found: readonly WeighedPassage[], words: readonly string[]): readonly Scored[] {
  const stems = [...new Set(words.map(stem))];
  const measured = found.map(measure);
  const weigh = rarity(measured, stems);
  return measured.map(({ found: { passage, score }, ...own }) => ({
    passage,
    words: own.words,
    score: score(covered(own, { stems, weigh })),
  }));
}

function measure(found: WeighedPassage): Measured {
  const { passage } = found;
  const headings = wordsOf(passage.headings.join("\n")).map(stem);
  const text = wordsOf(passage.text).map(stem);
  const inOrder = [...headings, ...text];
  return {
    found,
    words: new Set(inOrder),
    headingWords: new Set(headings),
    ownHeadingWords: ownHeadingStems(passage),
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

function covered({ words, headingWords, ownHeadingWords, pairs }: Words, { stems, weigh }: Asked): number {
  const share = (has: (word: string) => boolean) =>
    sum(stems.filter(has).map(weigh)) / Math.max(sum(stems.map(weigh)), Number.MIN_VALUE);
  const neighbours = stems.slice(1).map((word, index) => `${stems[index]} ${word}`);
  const anywhere = share((word) => words.has(word));
  const phrases =
    neighbours.length === 0
      ? anywhere
      : neighbours.filter((pair) => pairs.has(pair)).length / neighbours.length;
  return (
    weights.text * anywhere +
    weights.ownHeading * share((word) => ownHeadingWords.has(word)) +
    weights.headings * share((word) => headingWords.has(word)) +
    weights.phrases * phrases
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** In their order, without near copies and without more than three passages of one document. */
export function withoutRepeats(scored: readonly Scored[]): readonly RankedPassage[] {
  const kept: Scored[] = [];
  for (const entry of scored) {
    const { documentId } = entry.passage;
    const ofDocument = kept.filter(({ passage }) => passage.documentId === documentId).length;
    const isRepeat = kept.some(({ words }) => shared(words, entry.words) >= sameShare);
    if (ofDocument < mostOfOneDocument && !isRepeat) kept.push(entry);
  }
  return kept.map(({ passage, score }) => ({ ...passage, score }));
}

/** Jaccard index of two sets of words. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = one.intersection(other).size;
  return both / Math.max(one.size + other.size - both, 1);
}
