import { setImmediate } from "node:timers/promises";
import { termsOf } from "@servicechat/contract/language";
import type { AgentStore, KnowledgeStore } from "@servicechat/storage";
import { EmbeddingError } from "../embeddings/embedder.ts";
import type { createEmbedderOpener } from "../embeddings/open-embedder.ts";
import { queryWords, stem } from "../search/query-words.ts";

/** The vector of a question, and the model that computed it. */
export interface MeaningVector {
  readonly model: string;
  readonly values: Float32Array;
}

/** The features by which a question is compared with others. */
export interface QuestionSketch {
  readonly words: readonly SketchedWord[];
  /** `null` where the agent has no vectors, or none could be had just now. */
  readonly vector: MeaningVector | null;
}

/** A word that says what a question is about. */
export interface SketchedWord {
  readonly stem: string;
  /** Stems of synonyms, including those of other languages. */
  readonly alternatives: readonly string[];
  /** How telling it is: the fewer passages of the agent have it, the more. */
  readonly weight: number;
}

interface Dependencies {
  readonly knowledge: Pick<KnowledgeStore, "frequencies">;
  readonly agents: Pick<AgentStore, "find">;
  readonly openEmbedder: ReturnType<typeof createEmbedderOpener>;
}

/** Questions to be sketched, and how long that may take. */
export interface SketchRequest {
  /** Those that need a vector most come first: only this many that have none of the agent's model get one. */
  readonly maxEmbedded: number;
  readonly signal?: AbortSignal | undefined;
}

const wordsAtOnce = 40;
/** Taken apart in one go: all questions of an agent's approved answers would hold others up. */
const questionsAtOnce = 50;

/** In milliseconds: no visitor waits for it. */
const timeoutMs = 60_000;

/** Sketches questions of an agent's visitors, by what the agent knows of their words and, where it has vectors, by meaning. */
export function createSketchQuestions({ knowledge, agents, openEmbedder }: Dependencies) {
  async function vectorsOf(
    agentId: string,
    asked: readonly { readonly question: string; readonly vector?: MeaningVector | null }[],
    { maxEmbedded, signal }: SketchRequest,
  ): Promise<readonly (MeaningVector | null)[]> {
    const embeddings = (await agents.find(agentId))?.definition.knowledge.embeddings;
    if (!embeddings) return asked.map(() => null);
    const embedder = openEmbedder(embeddings, agentId);
    const { model } = embedder;
    const isKnown = ({ vector }: (typeof asked)[number]) => vector?.model === model;
    const unknown = asked.filter((each) => !isKnown(each)).slice(0, maxEmbedded);
    const made = new Map<string, Float32Array>();
    try {
      for (let from = 0; from < unknown.length; from += embedder.batch) {
        const texts = unknown.slice(from, from + embedder.batch).map(({ question }) => question);
        const asRead = embedder.onlyEnglish ? texts.map(inEnglish) : texts;
        const vectors = await embedder.embed(asRead, { timeoutMs, ...(signal && { signal }) });
        signal?.throwIfAborted();
        for (const [at, values] of vectors.entries()) made.set(texts[at] ?? "", values);
      }
    } catch (error) {
      // Words will do until the model is there again.
      if (!(error instanceof EmbeddingError)) throw error;
    }
    return asked.map((each) => {
      if (isKnown(each)) return each.vector ?? null;
      const values = made.get(each.question);
      return values ? { model, values } : null;
    });
  }

  return async (
    agentId: string,
    asked: readonly { readonly question: string; readonly vector?: MeaningVector | null }[],
    request: SketchRequest = { maxEmbedded: Infinity },
  ): Promise<readonly QuestionSketch[]> => {
    const words = await sketchWords(
      knowledge,
      agentId,
      asked.map(({ question }) => question),
    );
    const vectors = await vectorsOf(agentId, asked, request);
    return words.map((each, at) => ({ words: each, vector: vectors[at] ?? null }));
  };
}

/** The telling words of questions, in their order, weighed by what an agent knows of them. */
export async function sketchWords(
  knowledge: Pick<KnowledgeStore, "frequencies">,
  agentId: string,
  questions: readonly string[],
): Promise<readonly (readonly SketchedWord[])[]> {
  const termsOfAll = await mapWithPauses(questions, (question) => termsOf(question, queryWords(question)));
  const words = [...new Set(termsOfAll.flatMap((terms) => terms.map(({ word }) => word)))];
  const { passages, having } = await frequenciesOf(knowledge, agentId, words);
  return mapWithPauses(termsOfAll, (terms) =>
    terms.map(({ word, english, alternatives }) => ({
      stem: stem(word),
      alternatives: [...new Set([english, ...alternatives].map(stem))].filter(
        (other) => other !== stem(word),
      ),
      weight: Math.log(1 + (passages + 1) / ((having.get(word) ?? 0) + 0.5)),
    })),
  );
}

async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<readonly Result[]> {
  const done: Result[] = [];
  for (const item of items) {
    done.push(work(item));
    if (done.length % questionsAtOnce === 0) await setImmediate();
  }
  return done;
}

/** A few words at a time: counting many holds a database of one process up. */
async function frequenciesOf(
  knowledge: Pick<KnowledgeStore, "frequencies">,
  agentId: string,
  words: readonly string[],
) {
  let passages = 0;
  const having = new Map<string, number>();
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const some = words.slice(from, from + wordsAtOnce);
    const counted = await knowledge.frequencies({ agentId, words: some });
    passages = counted.passages;
    for (const [word, count] of counted.having) having.set(word, count);
    await setImmediate();
  }
  return { passages, having };
}

/** For a model that makes sense of English alone. */
export function inEnglish(question: string): string {
  const terms = termsOf(question, queryWords(question));
  const isForeign = terms.some(({ word, english }) => word !== english);
  return isForeign ? terms.map(({ english }) => english).join(" ") : question;
}

/** The weight of a synonym compared with the word itself. */
const alternativeShare = 0.8;

/**
 * Questions at least this similar are about the same thing. Measured on data that nothing was tuned to: of the pairs
 * among 160 questions on different subjects of one documentation site, one in two hundred is as similar
 * (`test/answers/gaps`).
 */
export const alikeFrom = 0.5;

/**
 * How much two questions are about the same, from 0 to 1: the cosine of their words, weighted by how telling they are, and
 * its average with the cosine of their meaning where one model has made vectors of both.
 */
export function likenessOf(one: QuestionSketch, other: QuestionSketch): number {
  const byWords = sharedWords(one.words, other.words);
  if (!one.vector || one.vector.model !== other.vector?.model) return byWords;
  return (byWords + Math.max(0, cosine(one.vector.values, other.vector.values))) / 2;
}

function sharedWords(one: readonly SketchedWord[], other: readonly SketchedWord[]): number {
  const length = Math.sqrt(squared(one) * squared(other));
  return length === 0 ? 0 : (shared(one, other) + shared(other, one)) / (2 * length);
}

function shared(of: readonly SketchedWord[], among: readonly SketchedWord[]): number {
  return of.reduce((sum, word) => sum + word.weight ** 2 * found(word, among), 0);
}

function found(word: SketchedWord, among: readonly SketchedWord[]): number {
  if (among.some(({ stem }) => stem === word.stem)) return 1;
  const isMeant = among.some(
    ({ stem, alternatives }) => word.alternatives.includes(stem) || alternatives.includes(word.stem),
  );
  return isMeant ? alternativeShare : 0;
}

const squared = (words: readonly SketchedWord[]) => words.reduce((sum, { weight }) => sum + weight ** 2, 0);

/** Vectors have the length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  // Hundreds of vectors are compared in one go: a callback for each number would take most of that time.
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
