import { asksForNumber, joinIbans, searchWords, type Term } from "@servicechat/contract/language";
import type { WordFrequencies } from "@servicechat/storage";
import type { Candidate } from "./gather-candidates.ts";
import { sameQuestionAs } from "../approved-answers/is-same-question.ts";
import { silentWords, stem } from "./query-words.ts";
import { withoutLinks } from "../split/pointers.ts";

/**
 * A candidate with how much of the question its words cover. Its wordings count as its innermost heading does: the best
 * of them counts as the heading.
 */
export interface Measured extends Candidate {
  /** Stems of its headings, its wordings and its text. */
  readonly stems: ReadonlySet<string>;
  /** From 0 to 1: words anywhere, in its headings, and side by side as in the question. */
  readonly covered: number;
  /** From 0 to 1: words in its innermost heading. Words in its document's title belong to all of its passages. */
  readonly named: number;
  /** From 0 to 1, for the very words: how much alike its innermost heading and the question are, small words included. */
  readonly alike: number;
  /** Whether one of its wordings is nearly the very question. */
  readonly isAsked: boolean;
  /** From 0 to 1: how much of its innermost heading the question has, small words not counted. */
  readonly ofHeading: number;
  /** Whether the question has a word or two, the parts of a name not counted. */
  readonly isShort: boolean;
  /**
   * Whether the question has many words, but only one significant one: then much of it is unknown. For a number ("How
   * long does a refund take?") it is enough if a sentence has the word and a number.
   */
  readonly isOneOfMany: boolean;
  /** Whether the question has only small words, such as "What does it do?": then what a text has of them says nothing. */
  readonly isVague: boolean;
}

/** The weights of the parts of a coverage; together 1. */
const parts = { text: 0.7, ownHeading: 0.15, headings: 0.05, phrases: 0.1 };

interface Stems {
  readonly all: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  /** Of the innermost heading, and of each wording. */
  readonly asking: readonly ReadonlySet<string>[];
  readonly pairs: ReadonlySet<string>;
}

/** In digits or in words. */
const number = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand)\b/iu;
const listMark = /^\s*\d+[.)]\s/;

/** The weight of a synonym compared with the question's own word. */
const alternativeShare = 0.8;

/** How much more a name such as `startFullScreen` weighs than a word: who writes one means it. Its parts weigh what words do. */
const nameWeight = 3;
const fewTerms = 2;
const manyWords = 5;
/** A heading is like the question only when it has so much of what the question is about: "How do I update it" is not "How do I remove it". */
const sameSubject = 0.5;

/** A word of the question as stems. */
interface QueryWord {
  readonly word: string;
  readonly stem: string;
  readonly isName: boolean;
  readonly alternatives: readonly string[];
}

/** A question, with what is known of its words. */
interface Question {
  /** As it was asked. */
  readonly question: string;
  readonly terms: readonly Term[];
  /** How common its words are in all that is searched. Among the candidates, those that chose them would look common. */
  readonly frequencies: WordFrequencies;
}

/**
 * Measures how much of a question each candidate covers. A word that few passages have weighs more, and one that none has
 * weighs most: what the documents do not mention, such as another country, is often what the question is about.
 */
export function measureCoverage(
  candidates: readonly Candidate[],
  { question, terms, frequencies }: Question,
): readonly Measured[] {
  const wording = stemsIn(joinIbans(question));
  const isAskedBy = sameQuestionAs(question);
  const asked = askedStems(terms);
  const read = candidates.map((candidate) => ({ candidate, own: stemsOf(candidate) }));
  const weights = asked.map((term) => rarity(term, { read, frequencies }) * (term.isName ? nameWeight : 1));
  const isShort = terms.filter((term) => !isPart(term, terms)).length <= fewTerms;
  const silent = silentWords(question);
  const isOneOfMany = terms.length === 1 && wording.size >= manyWords;
  const isForNumber = asksForNumber(question);
  const isVague = terms.every(({ word }) => silent.has(word));
  const total = Math.max(sum(weights), Number.MIN_VALUE);
  const share = (stems: ReadonlySet<string>) =>
    sum(asked.map((term, at) => has(stems, term) * (weights[at] ?? 0))) / total;
  const neighbours = asked.slice(1).map(({ stem: next }, at) => `${asked[at]?.stem} ${next}`);

  return read.map(({ candidate, own }) => {
    const anywhere = share(own.all);
    const shares = own.asking.map(share);
    const named = Math.max(...shares);
    const phrases =
      neighbours.length === 0
        ? anywhere
        : neighbours.filter((pair) => own.pairs.has(pair)).length / neighbours.length;
    const covered =
      parts.text * anywhere +
      parts.ownHeading * named +
      parts.headings * share(own.headings) +
      parts.phrases * phrases;
    const isStated = isOneOfMany && isForNumber && statesNumber(candidate, asked);
    const measures = {
      isOneOfMany: isOneOfMany && !isStated,
      named,
      ofHeading: Math.max(...own.asking.map((heading) => shareOfHeading(asked, { heading, silent }))),
      alike: Math.max(
        ...own.asking.map((each, at) => ((shares[at] ?? 0) >= sameSubject ? alike(wording, each) : 0)),
      ),
      isAsked:
        candidate.passage.wordings?.some(
          (each, at) => (shares[at + 1] ?? 0) >= sameSubject && isAskedBy(each),
        ) ?? false,
      isShort,
      isVague,
    };
    return { ...candidate, stems: own.all, covered, ...measures };
  });
}

function askedStems(terms: readonly Term[]): readonly QueryWord[] {
  const byStem = new Map<string, QueryWord>();
  for (const { word, alternatives } of terms) {
    const isName = partsOf(word, terms).length > 0;
    // A name has no synonyms, not even for its beginning.
    const others = isName ? [] : [...new Set(alternatives.map(stem))];
    byStem.set(stem(word), { word, stem: stem(word), isName, alternatives: others });
  }
  return [...byStem.values()];
}

/** The words that a name is put together from, which stand among the terms beside it. */
function partsOf(word: string, terms: readonly Term[]): readonly string[] {
  const parts = terms.map((term) => term.word).filter((other) => other !== word && word.includes(other));
  return parts.join("") === word.replaceAll(/[._]/g, "") ? parts : [];
}

function isPart({ word }: Term, terms: readonly Term[]): boolean {
  return terms.some((term) => partsOf(term.word, terms).includes(word));
}

/** From 0, not at all, to 1, in the question's own word. */
function has(stems: ReadonlySet<string>, asked: QueryWord): number {
  if (stems.has(asked.stem)) return 1;
  return asked.alternatives.some((other) => stems.has(other)) ? alternativeShare : 0;
}

function stemsOf({ passage: { headings, text, wordings = [] } }: Candidate): Stems {
  const above = searchWords(headings.join("\n")).map(stem);
  const asked = wordings.map(stemsOfWording);
  const inOrder = [...above, ...searchWords(withoutLinks(text)).map(stem)];
  return {
    all: new Set([...inOrder, ...asked.flat()]),
    headings: new Set([...above, ...asked.flat()]),
    asking: [stemsIn(headings.at(-1) ?? ""), ...asked.map((stems) => new Set(stems))],
    pairs: new Set([inOrder, ...asked].flatMap(pairsOf)),
  };
}

/** Of all candidates there are hundreds, and the same ones for many questions. */
const maxKnown = 20_000;
const known = new Map<string, readonly string[]>();

function stemsOfWording(wording: string): readonly string[] {
  const before = known.get(wording);
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  const stems = searchWords(wording).map(stem);
  known.set(wording, stems);
  return stems;
}

const pairsOf = (words: readonly string[]): readonly string[] =>
  words.slice(1).map((word, index) => `${words[index]} ${word}`);

const stemsIn = (text: string): ReadonlySet<string> => new Set(searchWords(text).map(stem));

/** Whether any sentence or row of a passage has a number and all that is asked. */
function statesNumber({ passage: { text } }: Candidate, asked: readonly QueryWord[]): boolean {
  return sentencesIn(text).some(
    (sentence) =>
      number.test(sentence.replace(listMark, "")) && asked.every((term) => has(stemsIn(sentence), term) > 0),
  );
}

/** Sentences, and rows of lists and tables: other lines belong to the one before. */
function sentencesIn(text: string): readonly string[] {
  const rows: string[] = [];
  for (const line of text.split("\n")) {
    const isNew = rows.length === 0 || line.trim() === "" || /^\s*(?:[-*|]|\d+[.)])/.test(line);
    rows.push(isNew ? line : `${rows.pop()}\n${line}`);
  }
  return rows.flatMap((row) => row.split(/[.!?。]\s/));
}

/** Dice's coefficient. Of a word or two every heading that has them would be alike. */
function alike(question: ReadonlySet<string>, heading: ReadonlySet<string>): number {
  if (question.size <= fewTerms) return 0;
  return (2 * question.intersection(heading).size) / (question.size + heading.size);
}

/** Of all words of a heading that say something. */
function shareOfHeading(
  asked: readonly QueryWord[],
  { heading, silent }: { readonly heading: ReadonlySet<string>; readonly silent: ReadonlySet<string> },
): number {
  const telling = [...heading].filter((word) => !silent.has(word));
  const found = asked.filter((term) => has(heading, term) > 0).length;
  return telling.length === 0 ? 0 : Math.min(1, found / telling.length);
}

/** The synonym was not counted: it is at least as common as among the candidates. */
function rarity(
  asked: QueryWord,
  {
    read,
    frequencies,
  }: Pick<Question, "frequencies"> & { readonly read: readonly { readonly own: Stems }[] },
): number {
  const among = read.filter(({ own }) => has(own.all, asked) > 0).length;
  const having = Math.max(frequencies.having.get(asked.word) ?? 0, among);
  return Math.log(1 + (Math.max(frequencies.passages, read.length) + 1) / (having + 0.5));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
