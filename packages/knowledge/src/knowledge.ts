import type { AgentRecord } from "@servicechat/storage";
import type { AnswerDraft } from "./answers/match-answers.ts";
import type { KnownVectors } from "./embed/known-vectors.ts";
import type { MeaningVector, QuestionSketch, SketchRequest } from "./questions/sketch-questions.ts";
import type { Evaluation, EvaluationOptions, EvaluationQuestion } from "./evaluate/evaluation.ts";

/** One fault of a sync: the rest went on. */
export interface SyncFault {
  /** The file, relative to the agent's folder, the page's address, or the source that led nowhere. */
  readonly location: string;
  /** A sentence for the operator. */
  readonly reason: string;
}

/** What became of one page of a web source. */
export interface PageReport {
  readonly address: string;
  /**
   * `read`: it was new or changed. `left_out`: it is there, and nothing of it is kept. `removed`: it was known and is
   * gone. `failed`: it could not be read; when that is only for now, what was known of it stays.
   */
  readonly outcome: "read" | "unchanged" | "left_out" | "removed" | "failed";
  /** A sentence for the operator; absent for pages that were read or are unchanged. */
  readonly reason?: string;
}

/** What a sync came to. */
export interface SyncReport {
  /** Files and pages that were new or changed. */
  readonly read: number;
  /** Files and pages that are known as they are. */
  readonly unchanged: number;
  /** Documents that were forgotten, because their file or page is gone or can no longer be read. */
  readonly removed: number;
  /** Passages written by this sync; those of unchanged documents are not counted. */
  readonly passages: number;
  /** What could not be read, failed pages among it; empty when all went well. */
  readonly faults: readonly SyncFault[];
  /** Every page of web sources that was asked for, in order, and those that were removed. */
  readonly pages: readonly PageReport[];
  /** What became of vectors; absent for an agent without `knowledge.embeddings`. */
  readonly embedding?: EmbeddingReport;
}

/** What a sync did for the ranking by meaning. */
export interface EmbeddingReport {
  /** Passages that this sync gave a vector. */
  readonly made: number;
  /** Passages that still have none: they are found by their words alone. */
  readonly missing: number;
  /** Why it ended early, for the operator. The next sync goes on there. */
  readonly fault?: string;
}

/** One step of a sync, for a progress line. `total` grows while sources are still being listed. */
interface SyncStep {
  /** Files or pages that are finished, `location` included. Files come first and are counted for themselves. */
  readonly done: number;
  readonly total: number;
  readonly location: string;
}

/** How one sync is made, and who hears of it. */
export interface SyncOptions {
  /** Called after each file or page. */
  readonly onStep?: (step: SyncStep) => void;
  /** Called after each batch of passages that got their vectors, with how many of all have one. */
  readonly onEmbedded?: (step: { readonly done: number; readonly total: number }) => void;
  /** Called once all was read and passages have the vectors that are known. Making those that they lack comes after it. */
  readonly onRead?: () => void;
  /** Vectors made before. They count only for an agent whose embeddings are of the same model. */
  readonly knownVectors?: KnownVectors | undefined;
  /** Vectors are made once this has resolved; a rejection ends the sync. Until then words find what was read. */
  readonly embedAfter?: Promise<unknown>;
  /** Aborting it rejects the sync with its reason; what was read until then stays. */
  readonly signal?: AbortSignal;
  /** `web`: files are left alone, and when another sync reads the web sources, this one leaves them to it at once. */
  readonly only?: "web";
}

/** A piece of a document, as a search finds it. */
export interface Passage {
  /** Of the document. */
  readonly title: string;
  /** Headings from the document's title down. */
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  /** From 0 to 1: how much of the question the passage covers. Below about 0.35 it is hardly an answer. */
  readonly score: number;
  /** The question with misspelt words put right, when only that found it; the same for all passages of a search. */
  readonly readAs?: string;
  /** It is an answer that people have approved; `verbatim` where it is to be given word for word to this very question. */
  readonly approved?: { readonly id: string; readonly verbatim?: true };
}

/** How passages are put in order: by the words of the question, by its meaning (vectors), or by both. */
export type Ranking = "words" | "vectors" | "both";

/** Sources in, passages out. */
export interface Knowledge {
  /**
   * Reads what changed, removes what is gone, then gives passages the vectors they lack. What cannot be read is
   * reported, and the rest goes on; so is a model that gives no vectors.
   */
  sync(agent: AgentRecord, options?: SyncOptions): Promise<SyncReport>;
  /**
   * The passages that answer a question best, best first; empty when nothing matches. An agent with
   * `knowledge.embeddings` is ranked by both; while no vector of the question can be had, by words alone. Approved answers
   * to such a question come first.
   */
  search(
    agentId: string,
    query: string,
    limit: number,
    options?: {
      /** An approved answer that is looked for as if it were stored, in place of the one with its id. */
      readonly draft?: AnswerDraft;
    },
  ): Promise<readonly Passage[]>;
  /** Whether a question is nearly one of those that have an approved answer which is to be given word for word. */
  hasVerbatim(agentId: string, question: string): Promise<boolean>;
  /**
   * Asks every question and looks where its pages come, once for each ranking that the agent has.
   *
   * @throws EmbeddingError when no vector of a question can be had
   */
  evaluate(
    agent: AgentRecord,
    questions: readonly EvaluationQuestion[],
    options?: EvaluationOptions,
  ): Promise<Evaluation>;
  /**
   * What questions of an agent's visitors are compared with each other by, see `likenessOf`; in their order. Where no
   * vectors can be had, by words alone. A vector that is known and of the agent's model is not made again.
   *
   * @param request left out: all that have no such vector get one
   */
  sketch(
    agentId: string,
    questions: readonly { readonly question: string; readonly vector?: MeaningVector | null }[],
    request?: SketchRequest,
  ): Promise<readonly QuestionSketch[]>;
}
