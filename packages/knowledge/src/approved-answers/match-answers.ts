import { setImmediate } from "node:timers/promises";
import type { Term } from "@servicechat/contract/language";
import type { ApprovedAnswer, ApprovedAnswerStore, KnowledgeStore } from "@servicechat/storage";
import { EmbeddingError } from "../embeddings/embedder.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import { likenessOf, inEnglish, sketchWords } from "../question-similarity/sketch-questions.ts";
import type { QuestionSketch, SketchedWord } from "../question-similarity/sketch-questions.ts";
import { measureCoverage } from "../search/measure-coverage.ts";
import { rankCandidates } from "../search/rank-candidates.ts";
import type { RankedPassage } from "../search/rank-candidates.ts";
import { isSameQuestion } from "./is-same-question.ts";

/** The fields of an approved answer that are needed to find and give it; drafts have them too. */
export type AnswerDraft = Pick<ApprovedAnswer, "id" | "text" | "questions" | "verbatim">;

/** An approved answer that has to do with a question. */
interface MatchedAnswer {
  readonly answer: AnswerDraft;
  /** From 0 to 1, as of a passage. */
  readonly score: number;
  /** One of its questions is about the same: it comes before every passage. */
  readonly isFirst: boolean;
  /** Whether one of its questions is nearly the same: then it is given word for word, if it should be. */
  readonly isClose: boolean;
}

interface Dependencies {
  readonly approvedAnswers: Pick<ApprovedAnswerStore, "list" | "revisionOf">;
  readonly knowledge: Pick<KnowledgeStore, "frequencies">;
}

interface MatchRequest {
  readonly agentId: string;
  readonly query: string;
  readonly terms: readonly Term[];
  /** Of the question, where the agent has vectors and one could be had. */
  readonly vector?: Float32Array | undefined;
  readonly embedder?: Embedder | undefined;
  readonly timeoutMs: number;
  readonly draft?: AnswerDraft | undefined;
  /** Answers that are not given word for word are left out. */
  readonly onlyVerbatim?: boolean;
}

interface Variant {
  readonly question: string;
  readonly words: readonly SketchedWord[];
}

interface KnownAnswer {
  readonly answer: AnswerDraft;
  readonly variants: readonly Variant[];
}

/** An answer with the one of its questions that is most like what is asked, and how much it is. */
interface Compared extends Pick<MatchedAnswer, "answer" | "isClose"> {
  readonly best: number;
  readonly nearest: string;
}

/** A question of an answer that is so much like another is about the same. More than groups of gaps need: it goes first. */
const firstFrom = 0.6;
/** By words alone: a question that is so much like another is nearly the same. */
const closeFrom = 0.95;
/** The minimum score of an answer to the same question. */
const scoreOfFirst = 0.6;
/** An answer that covers less of a question hardly helps. */
const helps = 0.2;

/** Vectors of questions made for one search, and kept in all. */
const [vectorsAtOnce, maxVectors] = [32, 10_000];
/** Questions compared, and answers read, in one go: longer holds others up. */
const [slice, textSlice] = [200, 20];

/** Finds approved answers of agents by the questions that they are for, and by what they say. */
export function createAnswerMatcher({ approvedAnswers, knowledge }: Dependencies) {
  const known = new Map<
    string,
    { readonly revision: string; readonly all: Promise<readonly KnownAnswer[]> }
  >();
  const vectors = new Map<string, Float32Array>();

  async function sketched(agentId: string, given: readonly AnswerDraft[]): Promise<readonly KnownAnswer[]> {
    const questions = given.flatMap((answer) => answer.questions);
    const words = await sketchWords(knowledge, agentId, questions);
    let at = 0;
    return given.map((answer) => ({
      answer,
      variants: answer.questions.map((question) => ({ question, words: words[at++] ?? [] })),
    }));
  }

  /** Stored answers are read and sketched once, until they change. */
  async function stored(agentId: string): Promise<readonly KnownAnswer[]> {
    const revision = await approvedAnswers.revisionOf(agentId);
    if (revision === "") {
      known.delete(agentId);
      return [];
    }
    const before = known.get(agentId);
    if (before?.revision === revision) return before.all;
    const all = approvedAnswers
      .list({ scope: { agents: [agentId] } })
      .then((list) => sketched(agentId, list))
      .catch((cause: unknown) => {
        known.delete(agentId);
        throw cause;
      });
    known.set(agentId, { revision, all });
    return all;
  }

  async function withDraft(agentId: string, draft: AnswerDraft | undefined): Promise<readonly KnownAnswer[]> {
    const all = await stored(agentId);
    if (!draft) return all;
    return [...(await sketched(agentId, [draft])), ...all.filter(({ answer }) => answer.id !== draft.id)];
  }

  /** Vectors of the questions, of those that are known by now: a visitor does not wait for many at once. */
  async function vectorsOf(
    all: readonly KnownAnswer[],
    { embedder, vector, timeoutMs }: Pick<MatchRequest, "embedder" | "vector" | "timeoutMs">,
  ): Promise<(question: string) => { readonly model: string; readonly values: Float32Array } | null> {
    if (!embedder || !vector) return () => null;
    const { model } = embedder;
    const keyOf = (question: string) => `${model} ${question}`;
    const questions = new Set(all.flatMap(({ variants }) => variants.map(({ question }) => question)));
    const missing = [...questions]
      .filter((question) => !vectors.has(keyOf(question)))
      .slice(0, vectorsAtOnce);
    if (vectors.size + missing.length > maxVectors) vectors.clear();
    try {
      for (let from = 0; from < missing.length; from += embedder.batch) {
        const texts = missing.slice(from, from + embedder.batch);
        // As the question that was asked: its vector would be near none of another language.
        const asRead = embedder.onlyEnglish ? texts.map(inEnglish) : texts;
        const made = await embedder.embed(asRead, { timeoutMs, urgent: true });
        for (const [at, text] of texts.entries()) {
          const values = made[at];
          if (values?.length === vector.length) vectors.set(keyOf(text), values);
        }
      }
    } catch (error) {
      // The words of the questions will do.
      if (!(error instanceof EmbeddingError)) throw error;
    }
    return (question) => {
      const values = vectors.get(keyOf(question));
      return values ? { model, values } : null;
    };
  }

  return async (asked: MatchRequest): Promise<readonly MatchedAnswer[]> => {
    const { agentId, query, terms, vector, embedder } = asked;
    const every = await withDraft(agentId, asked.draft);
    const all = asked.onlyVerbatim ? every.filter(({ answer }) => answer.verbatim) : every;
    if (all.length === 0) return [];
    const vectorOf = await vectorsOf(all, asked);
    const [words = []] = await sketchWords(knowledge, agentId, [query]);
    const sketch = { words, vector: embedder && vector ? { model: embedder.model, values: vector } : null };
    const compared = await compare(all, { query, sketch, vectorOf });
    // The text of an answer does not make a question nearly the same.
    const scores = asked.onlyVerbatim ? new Map() : await scoresOf(compared, { query, terms, agentId });
    const matched: MatchedAnswer[] = [];
    for (const { answer, best, isClose } of compared) {
      const isFirst = best >= firstFrom;
      const covered = scores.get(answer) ?? 0;
      const score = isFirst
        ? Math.max(covered, scoreOfFirst + (1 - scoreOfFirst) * likenessShare(best))
        : covered;
      if (isFirst || score >= helps) matched.push({ answer, score, isFirst, isClose });
    }
    return matched.toSorted(
      (one, other) => Number(other.isFirst) - Number(one.isFirst) || other.score - one.score,
    );
  };

  /** How much a question is like those of each answer. */
  async function compare(
    all: readonly KnownAnswer[],
    {
      query,
      sketch,
      vectorOf,
    }: {
      readonly query: string;
      readonly sketch: QuestionSketch;
      readonly vectorOf: Awaited<ReturnType<typeof vectorsOf>>;
    },
  ): Promise<readonly Compared[]> {
    const { words } = sketch;
    const done: Compared[] = [];
    let compared = 0;
    for (const { answer, variants } of all) {
      let [best, nearest] = [-1, ""];
      let isClose = false;
      for (const { question, words: own } of variants) {
        if (++compared % slice === 0) await setImmediate();
        const byWords = likenessOf({ words, vector: null }, { words: own, vector: null });
        const isSame = byWords >= closeFrom && isSameQuestion(query, question);
        const both = likenessOf(sketch, { words: own, vector: vectorOf(question) });
        const likeness = isSame ? 1 : both;
        if (likeness > best) [best, nearest] = [likeness, question];
        isClose ||= isSame;
      }
      done.push({ answer, best, nearest, isClose });
    }
    return done;
  }

  /** How much of a question each answer covers, under the heading of its question that is most like it. */
  async function scoresOf(
    all: readonly Compared[],
    { query, terms, agentId }: Pick<MatchRequest, "query" | "terms" | "agentId">,
  ): Promise<ReadonlyMap<AnswerDraft, number>> {
    const stems = new Set(terms.flatMap(({ word, alternatives }) => [word, ...alternatives]));
    if (stems.size === 0) return new Map();
    const frequencies = await knowledge.frequencies({ agentId, words: terms.map(({ word }) => word) });
    const byId = new Map(all.map(({ answer }) => [answer.id, answer]));
    const scores = new Map<AnswerDraft, number>();
    for (let from = 0; from < all.length; from += textSlice) {
      const some = all.slice(from, from + textSlice).map(({ answer: { id, text }, nearest }) => {
        const document = { documentId: id, title: nearest, url: null };
        return { passage: { id, ...document, headings: [nearest], anchor: null, text }, words: 0 };
      });
      const measured = measureCoverage(some, { question: query, terms, frequencies });
      for (const { passage, score } of rankCandidates("words", measured)) {
        const answer = byId.get(passage.id);
        if (answer) scores.set(answer, score);
      }
      await setImmediate();
    }
    return scores;
  }
}

/** Where a likeness lies between that of the first and sameness. */
const likenessShare = (likeness: number) => (likeness - firstFrom) / (1 - firstFrom);

/**
 * Adds approved answers to the found passages: first those for such a question, others by their score, before passages
 * with the same score.
 */
export function mergeAnswers(
  passages: readonly RankedPassage[],
  matched: readonly MatchedAnswer[],
  limit: number,
): readonly RankedPassage[] {
  if (matched.length === 0) return passages;
  const asPassages = matched.map(passageOf);
  const first = asPassages.filter((_, at) => matched[at]?.isFirst);
  const others = asPassages.filter((_, at) => !matched[at]?.isFirst);
  const rest = [...passages];
  for (const answer of others) {
    const at = rest.findIndex((passage) => passage.score <= answer.score);
    rest.splice(at < 0 ? rest.length : at, 0, answer);
  }
  return [...first, ...rest].slice(0, limit);
}

/** An answer is named by its first question, as a sentence begins: the others are in whatever words visitors used. */
function passageOf({ answer, score, isClose }: MatchedAnswer): RankedPassage {
  const { id, text, questions, verbatim } = answer;
  const [question = ""] = questions;
  const name = question.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const document = { id, documentId: id, title: name, url: null };
  const approved = { id, ...(verbatim && isClose && { verbatim: true as const }) };
  return { ...document, headings: [name], anchor: null, text, score, approved };
}
