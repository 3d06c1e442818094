import type { PassageRecord } from "@servicechat/storage";
import type { Ranking } from "../knowledge.ts";
import type { Nearness } from "./by-meaning.ts";
import type { Measured } from "./measure-coverage.ts";

/** A passage with how surely it answers the question. */
export type RankedPassage = PassageRecord & {
  /** From 0 to 1. Below about 0.35 it is hardly an answer. */
  readonly score: number;
  /** One of its wordings is nearly this question, so its first sentence is the answer. */
  readonly startsWithAnswer?: true;
  /**
   * Set if it is an answer that people have approved; `verbatim` if it should be given word for word to this question.
   */
  readonly approved?: { readonly id: string; readonly verbatim?: true };
};

/** A candidate in its place. */
export interface RankedCandidate {
  readonly passage: PassageRecord;
  readonly stems: ReadonlySet<string>;
  readonly score: number;
  /** The value by which it is ordered. */
  readonly rank: number;
  /** See `RankedPassage`. */
  readonly startsWithAnswer: boolean;
}

type Judged = RankedCandidate &
  Pick<Measured, "named" | "isShort" | "isOneOfMany"> & {
    readonly asks: boolean;
    readonly isAsked: boolean;
    readonly isSame: boolean;
  };

/**
 * The weights of each feature in the order of passages with a vector. Few words in common say less than nearness does,
 * and nearly all of them say more: hence the square, but for questions of a word or two. Found on four sites, with
 * questions mostly in other words than theirs: finer weights were better on one site and worse on another.
 */
const byBoth = { nearness: 0.34, covered: 0.4, named: 0.15 };

/** The order by words alone: that the heading has a word counts beside the database's measure. */
const byWords = { words: 1, named: 0.2 };

/**
 * Converts the rank of a passage with a vector into a score. To a question that no passage answers, the best ranks up
 * to about 0.45 in three of four cases, which must be just under 0.35.
 */
const scoreOfRank = 0.73;

/** The score from which a passage answers. */
export const answersFrom = 0.35;
/** The score from which it may. */
const mayAnswerFrom = 0.2;

/**
 * How much of a question a passage must have to be called its answer, by words alone and by both. Of those that have less,
 * every second one is about something else: they are shown as the closest that was found.
 */
const sureFrom = { words: 0.5, both: 0.4 };

/** Shares of the question's words between which a passage is lifted, most at the lower end. */
const fewWords = { from: 0.1, to: 0.35, lift: 0.1 };

/**
 * By words alone, a passage with too little of the question is hardly ever the answer. If such a passage comes first,
 * all like it are only linked to: their scores are lowered by `share`, those above `linkedFrom` not below that. A
 * passage whose heading has `inHeading` of the question may answer it all the same. One that has only the other word of
 * a question of two, in its text alone, is about something else, and comes after the others.
 */
const doubtful = { inHeading: 0.25, share: 0.55, linkedFrom: 0.13, unrelatedShare: 0.3 };

/**
 * With both, a passage without a word of the question is the answer only from `wordlessFrom` on, and otherwise shown as
 * the closest. One that is neither similar in meaning nor has `covered` of the question's words nor a score of
 * `quotedFrom` is only linked to.
 */
const doubtfulMeaning = { covered: 0.5, wordlessFrom: 0.44, wordless: 0.39, quotedFrom: 0.28, linked: 0.19 };

/**
 * What is found by a wording that is far from the question is called its answer only if it has `covered` of the question's
 * words: else the wording is mostly about something else that is asked in the same way, such as "is X a good investment".
 */
const farWording = { covered: 0.65 };

/**
 * A heading that has every word of the question asks it, whatever else its page says. Where more passages have such a one,
 * the words are those of the whole site.
 */
const maxAsking = 5;

/** A heading that is as much like the question, small words included, is the question. Its passage answers at least so surely. */
const sameQuestion = { alike: 0.8, score: 0.6 };

/**
 * How much a text has at most of a question of many words by the only telling one: "Who sees the things I type here?" Unless
 * that word is at least `ofHeading` of its heading: "What stops it from making things up?" does not ask for "Start and stop
 * the service".
 */
const oneOfMany = { covered: 0.3, ofHeading: 0.5 };

/**
 * Matches of a question of small words alone, such as "What does it do?", say nothing, unless the heading asks the
 * question. If the heading has `inHeading` of it, the passage may help: it gets this score at most, others less.
 */
const vague = { inHeading: 0.5, linked: 0.14, unrelated: 0.1 };

/** Puts candidates in order, best first, and says how surely each answers. */
export function rankCandidates(ranking: Ranking, measured: readonly Measured[]): readonly RankedCandidate[] {
  const judged = measured
    .map((candidate) => ({
      passage: candidate.passage,
      stems: candidate.stems,
      asks: candidate.named === 1,
      named: candidate.named,
      isShort: candidate.isShort,
      isOneOfMany: candidate.isOneOfMany,
      isAsked: candidate.isAsked,
      isSame: isSame(candidate),
      startsWithAnswer: candidate.isAsked || isNearWording(candidate),
      ...judge(ranking, candidate),
    }))
    .toSorted(
      (one, other) =>
        // A wording in the question's own words says more than one that means the same.
        Number(other.isAsked) - Number(one.isAsked) ||
        Number(other.isSame) - Number(one.isSame) ||
        other.rank - one.rank,
    );
  if (ranking === "vectors") return judged;
  const byMeaning = measured.some(({ meaning }) => meaning);
  const ordered = byMeaning ? judged : doubted(inOrderOfWords(judged));
  const isSure = byMeaning ? sureFrom.both : sureFrom.words;
  return ordered.map((candidate) => ({ ...candidate, score: calibrated(candidate.score, isSure) }));
}

/** Puts what is sure at `answersFrom`, and what lies between on straight lines. */
function calibrated(score: number, isSure: number): number {
  if (score <= mayAnswerFrom) return score;
  if (score >= isSure) return answersFrom + ((score - isSure) / (1 - isSure)) * (1 - answersFrom);
  return mayAnswerFrom + ((score - mayAnswerFrom) / (isSure - mayAnswerFrom)) * (answersFrom - mayAnswerFrom);
}

function inOrderOfWords(judged: readonly Judged[]): readonly Judged[] {
  const same = judged.filter(({ isSame }) => isSame);
  const others = judged.filter(({ isSame }) => !isSame);
  const asking = others.filter(({ asks }) => asks);
  if (asking.length > maxAsking) return [...same, ...orderByPage(others)];
  return [...same, ...asking, ...orderByPage(others.filter(({ asks }) => !asks))];
}

/** With lower scores where the first one is not an answer. */
function doubted(ranked: readonly Judged[]): readonly Judged[] {
  if ((ranked[0]?.score ?? 0) >= answersFrom) return ranked;
  const lowered = ranked.map((candidate) => {
    const { score, named, isShort, isOneOfMany } = candidate;
    // The passage with the only significant word of a long question is the closest, though it may not answer it.
    if (score >= answersFrom || named >= doubtful.inHeading || (isOneOfMany && score >= oneOfMany.covered))
      return candidate;
    if (isShort && named === 0) return { ...candidate, score: score * doubtful.unrelatedShare };
    const linked = Math.max(score * doubtful.share, doubtful.linkedFrom);
    return { ...candidate, score: Math.min(score, linked) };
  });
  const behind = lowered.filter(({ score, isShort }) => isShort && score < doubtful.linkedFrom);
  return [...lowered.filter((candidate) => !behind.includes(candidate)), ...behind];
}

/** A passage that has few words of the question may still answer it, in other words: it is not put far below. */
function scoreOfWords(covered: number): number {
  const { from, to, lift } = fewWords;
  if (covered >= to || covered <= from) return covered;
  return covered + lift * (1 - (covered - from) / (to - from));
}

function judge(ranking: Ranking, measured: Measured): { readonly rank: number; readonly score: number } {
  const { words, meaning, covered: all, named, isShort, isVague, isOneOfMany, ofHeading } = measured;
  const known = isOneOfMany && ofHeading < oneOfMany.ofHeading ? Math.min(all, oneOfMany.covered) : all;
  const covered = isVague ? Math.min(known, coveredAtMost(measured)) : known;
  const least = isSame(measured) ? sameQuestion.score : 0;
  if (!meaning)
    return {
      rank: byWords.words * words + byWords.named * named,
      score: Math.max(least, isVague ? covered : scoreOfWords(covered)),
    };
  const { byWording } = meaning;
  if (ranking === "vectors") {
    const cosine = Math.max(meaning.cosine, byWording?.cosine ?? -1);
    return { rank: cosine, score: cosine };
  }
  const inWords = byBoth.covered * covered ** (isShort ? 1 : 2) + byBoth.named * named;
  const scoreOf = ({ nearness, related, isAlike }: Nearness, isDoubtful: boolean) =>
    byEvidence((inWords + byBoth.nearness * nearness * related) * scoreOfRank, {
      covered,
      isAlike: isAlike || covered >= doubtfulMeaning.covered,
      isDoubtful,
    });
  const isFar = byWording?.kind === "far" && covered < farWording.covered;
  // A wording must not take away what the passage answers without it.
  const score = Math.max(scoreOf(meaning, false), byWording ? scoreOf(byWording, isFar) : 0);
  return { rank: byBoth.nearness * meaning.together + inWords, score: Math.min(1, Math.max(least, score)) };
}

/** Lowered where words and meaning are too weak for what their sum says. */
function byEvidence(
  score: number,
  {
    covered,
    isAlike,
    isDoubtful,
  }: { readonly covered: number; readonly isAlike: boolean; readonly isDoubtful: boolean },
): number {
  const { wordlessFrom, wordless, quotedFrom, linked } = doubtfulMeaning;
  if (!isAlike && score < quotedFrom) return Math.min(score, linked);
  const isUnsure = isDoubtful || (covered === 0 && score < wordlessFrom);
  return isUnsure ? Math.min(score, wordless) : score;
}

const isNearWording = ({ meaning }: Measured): boolean =>
  meaning?.byWording?.kind === "same" || meaning?.byWording?.kind === "near";

const isSame = ({ alike, isAsked, meaning }: Measured): boolean =>
  alike >= sameQuestion.alike || isAsked || meaning?.byWording?.kind === "same";

function coveredAtMost(measured: Measured): number {
  const { named } = measured;
  if (named === 1 || isSame(measured)) return 1;
  return named >= vague.inHeading ? vague.linked : vague.unrelated;
}

/**
 * The weights of a page's best, second and third passage. A word with another meaning can make a single passage look
 * right; a page about the question has several. More than three would favour long pages.
 */
const shares = [1, 0.5, 0.25];

/**
 * Orders pages by their results, and within a page its passages: each is as far behind the page's best as its own rank,
 * so that the first places belong to several pages. Ties keep their order.
 */
function orderByPage<Candidate extends RankedCandidate>(found: readonly Candidate[]): readonly Candidate[] {
  const pages = Map.groupBy(found, ({ passage }) => passage.documentId);
  const placeOf = new Map<Candidate, number>();
  for (const candidates of pages.values()) {
    const ranks = candidates.map(({ rank }) => rank).sort((one, other) => other - one);
    const page = shares.reduce((sum, share, place) => sum + share * (ranks[place] ?? 0), 0);
    const best = Math.max(ranks[0] ?? 0, Number.MIN_VALUE);
    for (const candidate of candidates) placeOf.set(candidate, (page * candidate.rank) / best);
  }
  return found.toSorted((one, other) => (placeOf.get(other) ?? 0) - (placeOf.get(one) ?? 0));
}
