import type { FetchedPage } from "./crawl/fetch-page.ts";
import type { AgentRecord } from "@servicechat/storage";
import type { WebSource } from "./crawl/crawl.ts";
import type { PreviewedPage, PreviewEnd } from "./crawl/preview-website.ts";
import type { AnswerDraft } from "./approved-answers/match-answers.ts";
import type { MeaningVector, QuestionSketch, SketchRequest } from "./question-similarity/sketch-questions.ts";
import type { Evaluation, EvaluationOptions, EvaluationQuestion } from "./evaluate/evaluation.ts";

/** Something a sync could not read; it continued with the rest. */
export interface SyncFailure {
  /** The file, relative to the agent's folder, the page's address, or the source that led nowhere. */
  readonly location: string;
  /** A sentence for the operator. */
  readonly reason: string;
}

/** Something left out of a file or page that was read. */
export interface SyncNote {
  /** As in `SyncFailure`. */
  readonly location: string;
  /** A sentence for the operator. */
  readonly note: string;
}

/** The result for one page of a web source. */
export interface PageReport {
  readonly address: string;
  /**
   * `read`: it was new or changed. `left_out`: it exists, but nothing of it is kept. `removed`: it was known and is gone.
   * `failed`: it could not be read; if that is temporary, its previous content is kept.
   */
  readonly outcome: "read" | "unchanged" | "left_out" | "removed" | "failed";
  /** A sentence for the operator; absent for pages that were read or are unchanged. */
  readonly reason?: string;
}

/** The result of a sync. */
export interface SyncReport {
  /** Files and pages that were new or changed. */
  readonly read: number;
  /** Files and pages that have not changed. */
  readonly unchanged: number;
  /** Documents that were forgotten, because their file or page is gone or can no longer be read. */
  readonly removed: number;
  /** Passages written by this sync; those of unchanged documents are not counted. */
  readonly passages: number;
  /** Wordings written by this sync: other ways to ask what a section answers. */
  readonly wordings: number;
  /** What this sync left out of what it read. */
  readonly notes: readonly SyncNote[];
  /** What could not be read, including failed pages; empty if all went well. */
  readonly faults: readonly SyncFailure[];
  /** Every page of web sources that was requested, in order, and those that were removed. */
  readonly pages: readonly PageReport[];
  /** The result for vectors; absent for an agent without `knowledge.embeddings`. */
  readonly embedding?: EmbeddingReport;
}

/** The result of a sync for the ranking by meaning. */
export interface EmbeddingReport {
  /** Passages and wordings that this sync gave a vector. */
  readonly made: number;
  /** Passages and wordings that still have none: they are found by their words alone. */
  readonly missing: number;
  /** Why it ended early, for the operator. The next sync continues there. */
  readonly fault?: string;
}

/** One step of a sync, for a progress line. `total` grows while sources are still being listed. */
interface SyncStep {
  /** Files or pages that are finished, `location` included. Files come first and are counted for themselves. */
  readonly done: number;
  readonly total: number;
  readonly location: string;
}

/** How a sync runs, and who receives its progress. */
export interface SyncOptions {
  /** Called after each file or page. */
  readonly onStep?: (step: SyncStep) => void;
  /** Called after each batch of passages that got their vectors, with how many of all have one. */
  readonly onEmbedded?: (step: { readonly done: number; readonly total: number }) => void;
  /** Called once everything has been read. Missing vectors are computed after this. */
  readonly onRead?: () => void;
  /**
   * Vectors are computed once this has resolved; a rejection ends the sync. Until then, what was read is found by its
   * words.
   */
  readonly embedAfter?: Promise<unknown>;
  /** Aborting it rejects the sync with its reason; what has been read until then is kept. */
  readonly signal?: AbortSignal;
  /** `web`: files are not read, and if another sync is reading the web sources, this one ends at once. */
  readonly only?: "web";
  /** Whether the service begins it because the agent's sources changed: whoever asks for a sync of them gets this one. */
  readonly isRequested?: true;
  /** Whether its progress is not stored: a start reads the service's own documents, and otherwise changes nothing. */
  readonly isUnrecorded?: true;
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
  /** From 0 to 1: how much of the question the passage covers. Below about 0.35 it is rarely an answer. */
  readonly score: number;
  /** Its section is known to answer nearly this question: its first sentence is the answer. */
  readonly startsWithAnswer?: true;
  /** The question with misspelt words corrected, if only that found it; the same for all passages of a search. */
  readonly readAs?: string;
  /** Set if it is an approved answer; `verbatim` if it should be given word for word to this question. */
  readonly approved?: { readonly id: string; readonly verbatim?: true };
}

/** How passages are ranked: by the words of the question, by its meaning (vectors), or by both. */
export type Ranking = "words" | "vectors" | "both";

/** Sources in, passages out. */
export interface Knowledge {
  /**
   * Reads what changed, removes what is gone, then gives passages the vectors they lack. Anything that cannot be read
   * is reported, and so is a model that returns no vectors; the rest continues.
   */
  sync(agent: AgentRecord, options?: SyncOptions): Promise<SyncReport>;
  /**
   * Visits a website as a sync would, and stores nothing: 30 pages at most, for 20 seconds.
   *
   * @throws the signal's reason when it is aborted
   */
  preview(
    source: WebSource,
    options: { readonly onPage: (page: PreviewedPage) => void; readonly signal: AbortSignal },
  ): Promise<PreviewEnd>;
  /**
   * Gives passages the vectors of the agent's model that they lack, without reading any source; `undefined` for an agent
   * without `knowledge.embeddings`. A model that returns no vectors is reported.
   *
   * @throws the signal's reason when it is aborted; the vectors made until then are kept
   */
  embed(agent: AgentRecord, options?: Pick<SyncOptions, "signal">): Promise<EmbeddingReport | undefined>;
  /**
   * The passages that answer a question best, best first; empty when nothing matches. With `knowledge.embeddings`,
   * passages are ranked by both; if no vector of the question can be computed, by words alone. Approved answers to such a
   * question come first.
   */
  search(
    agentId: string,
    query: string,
    limit: number,
    options?: {
      /** An approved answer to be searched as if it were stored, instead of the one with its id. */
      readonly draft?: AnswerDraft;
      /** No visitor waits: a vector of the question may take a minute, rather than 2.5 s, so that it is found by both. */
      readonly isPatient?: boolean;
    },
  ): Promise<readonly Passage[]>;
  /** Whether a question is nearly identical to one with an approved answer to be given word for word. */
  hasVerbatim(agentId: string, question: string): Promise<boolean>;
  /**
   * Searches for every question and notes the ranks of its pages, once for each ranking that the agent has.
   *
   * @throws EmbeddingError if no vector of a question can be computed
   */
  evaluate(
    agent: AgentRecord,
    questions: readonly EvaluationQuestion[],
    options?: EvaluationOptions,
  ): Promise<Evaluation>;
  /**
   * The sketches by which questions of an agent's visitors are compared, see `likenessOf`; in their order. Without
   * vectors, by words alone. A known vector of the agent's model is not computed again.
   *
   * @param request by default all that have no such vector get one
   */
  sketch(
    agentId: string,
    questions: readonly { readonly question: string; readonly vector?: MeaningVector | null }[],
    request?: SketchRequest,
  ): Promise<readonly QuestionSketch[]>;
  /**
   * Asks for a page as a browser would, and reads what decides whether the chat works on it: at most 5 MB, within 10
   * seconds, after up to three redirects.
   */
  fetchPage(url: string, signal?: AbortSignal): Promise<FetchedPage>;
}
