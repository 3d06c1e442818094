import type { Term } from "@servicechat/contract/language";
import type { Candidate } from "./gather-candidates.ts";
import { wordsOf } from "./query-words.ts";
import { stem } from "./stem.ts";

/** A candidate with how much of the question its words cover. */
export interface Measured extends Candidate {
  /** Stems of its headings and its text. */
  readonly stems: ReadonlySet<string>;
  /** From 0 to 1: words anywhere, in its headings, and side by side as in the question. */
  readonly covered: number;
  /** From 0 to 1: words in its innermost heading. What its document's title has, all of its passages share. */
  readonly named: number;
}

/** What the parts of a coverage weigh; together 1. */
const parts = { text: 0.7, ownHeading: 0.15, headings: 0.05, phrases: 0.1 };

interface Stems {
  readonly all: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  readonly ownHeading: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/** What another word of the same meaning counts beside the question's own. */
const alternativeShare = 0.8;

/** A word of the question as stems. */
interface Asked {
  readonly stem: string;
  readonly alternatives: readonly string[];
}

/**
 * Measures how much of a question each candidate covers. A word that few of them have weighs more, and one that none has
 * weighs most: what the documents do not mention, such as another country, is often what the question is about.
 */
export function measureCoverage(
  candidates: readonly Candidate[],
  terms: readonly Term[],
): readonly Measured[] {
  const asked = askedStems(terms);
  const read = candidates.map((candidate) => ({ candidate, own: stemsOf(candidate) }));
  const weights = asked.map((term) => rarity(term, read));
  const total = Math.max(sum(weights), Number.MIN_VALUE);
  const share = (stems: ReadonlySet<string>) =>
    sum(asked.map((term, at) => has(stems, term) * (weights[at] ?? 0))) / total;
  const neighbours = asked.slice(1).map(({ stem: next }, at) => `${asked[at]?.stem} ${next}`);

  return read.map(({ candidate, own }) => {
    const anywhere = share(own.all);
    const named = share(own.ownHeading);
    const phrases =
      neighbours.length === 0
        ? anywhere
        : neighbours.filter((pair) => own.pairs.has(pair)).length / neighbours.length;
    const covered =
      parts.text * anywhere +
      parts.ownHeading * named +
      parts.headings * share(own.headings) +
      parts.phrases * phrases;
    return { ...candidate, stems: own.all, covered, named };
  });
}

function askedStems(terms: readonly Term[]): readonly Asked[] {
  const byStem = new Map<string, Asked>();
  for (const { word, alternatives } of terms)
    byStem.set(stem(word), { stem: stem(word), alternatives: [...new Set(alternatives.map(stem))] });
  return [...byStem.values()];
}

/** From 0, not at all, to 1, in the question's own word. */
function has(stems: ReadonlySet<string>, asked: Asked): number {
  if (stems.has(asked.stem)) return 1;
  return asked.alternatives.some((other) => stems.has(other)) ? alternativeShare : 0;
}

function stemsOf({ passage: { headings, text } }: Candidate): Stems {
  const above = wordsOf(headings.join("\n")).map(stem);
  const inOrder = [...above, ...wordsOf(text).map(stem)];
  return {
    all: new Set(inOrder),
    headings: new Set(above),
    ownHeading: new Set(wordsOf(headings.at(-1) ?? "").map(stem)),
    pairs: new Set(inOrder.slice(1).map((word, index) => `${inOrder[index]} ${word}`)),
  };
}

function rarity(asked: Asked, passages: readonly { readonly own: Stems }[]): number {
  const having = passages.filter(({ own }) => has(own.all, asked) > 0).length;
  return Math.log(1 + (passages.length + 1) / (having + 0.5));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
