import type { Outbound } from "@servicechat/outbound";
import type {
  AgentRecord,
  AgentStore,
  ApprovedAnswerStore,
  CrawlStore,
  KnowledgeStore,
  VectorStore,
} from "@servicechat/storage";
import { createAnswerMatcher } from "./answers/match-answers.ts";
import { createEmbedderOpener } from "./embed/open-embedder.ts";
import { embedAgent } from "./embed/embed-agent.ts";
import { giveKnownVectors, type KnownVectors } from "./embed/known-vectors.ts";
import { createVectorCache } from "./embed/vector-cache.ts";
import { evaluate } from "./evaluate/evaluate.ts";
import type { Knowledge } from "./knowledge.ts";
import { optimizeSearch } from "./optimize-search.ts";
import { createSketchQuestions } from "./questions/sketch-questions.ts";
import { createVectorCheck } from "./search/create-vector-check.ts";
import { createSearch } from "./search/search-passages.ts";
import { syncAgent } from "./sync/sync-agent.ts";

/** Time, as a part. */
export interface Clock {
  /** Milliseconds since 1970. */
  wallMs(): number;
}

/** The part of a logger that is needed; pino fits. */
export interface Log {
  warn(detail: object, message: string): void;
}

/** What the knowledge is built from. */
export interface KnowledgeParts {
  readonly knowledge: KnowledgeStore;
  /** Answers that people have approved. */
  readonly answers: Pick<ApprovedAnswerStore, "list" | "mark">;
  readonly crawls: CrawlStore;
  readonly vectors: VectorStore;
  readonly agents: Pick<AgentStore, "find">;
  readonly clock: Clock;
  /** A new UUID with each call, for the ids of documents and crawls. */
  readonly randomUuid: () => string;
  /** How web pages are asked for. */
  readonly outbound: Outbound;
  /** Carries requests to embeddings servers. */
  readonly fetch: typeof globalThis.fetch;
  /** Where `apiKeyEnv` of embeddings is looked up, at each call. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds between two requests to one host; 200 unless given. */
  readonly pauseMs?: number;
}

/**
 * The knowledge of all agents, over a store. Files and pages are taken apart in a worker thread, and the local embeddings
 * model has one too, so a sync inside the server holds up nobody's answer.
 *
 * @example
 * const { knowledge: store, answers, crawls, vectors, agents } = storage;
 * const stores = { knowledge: store, answers, crawls, vectors, agents };
 * const surroundings = { clock, randomUuid: randomUUIDv7, outbound, wait, fetch, environment: process.env, log };
 * const knowledge = createKnowledge({ ...stores, ...surroundings });
 * const report = await knowledge.sync(agent);
 * const passages = await knowledge.search(agent.id, "How long does delivery take?", 5);
 */
export function createKnowledge(parts: KnowledgeParts): Knowledge {
  const { knowledge, vectors, agents, clock, log, wait } = parts;
  const openEmbedder = createEmbedderOpener(parts);
  const cache = createVectorCache({ vectors, clock });
  const check = createVectorCheck({ vectors, clock });
  const search = createSearch({
    knowledge,
    vectors,
    cache,
    check,
    matchAnswers: createAnswerMatcher(parts),
    agents,
    openEmbedder,
    clock,
    log,
  });

  function forget(agentId: string): void {
    cache.forget(agentId);
    check.forget(agentId);
  }

  async function useKnownVectors(
    { id, definition }: AgentRecord,
    known: KnownVectors | undefined,
  ): Promise<void> {
    const { embeddings } = definition.knowledge;
    if (!known || !embeddings || openEmbedder(embeddings).model !== known.model) return;
    await giveKnownVectors(vectors, id, known);
    forget(id);
  }

  return {
    async sync(agent, options = {}) {
      const report = await syncAgent(parts, agent, options);
      await useKnownVectors(agent, options.knownVectors);
      options.onRead?.();
      await options.embedAfter;
      const embedding = await embedAgent({ vectors, wait, openEmbedder }, agent, options);
      forget(agent.id);
      await optimizeSearch({ knowledge, vectors, openEmbedder, log }, agent, options.signal);
      return embedding ? { ...report, embedding } : report;
    },
    async embed(agent, options = {}) {
      if (!agent.definition.knowledge.embeddings) return undefined;
      const embedding = await embedAgent({ vectors, wait, openEmbedder }, agent, options);
      if (!embedding?.made) return embedding;
      forget(agent.id);
      await optimizeSearch({ knowledge, vectors, openEmbedder, log }, agent, options.signal);
      return embedding;
    },
    search: (agentId, query, limit, { draft } = {}) =>
      search.passages({ agentId, query, limit, ...(draft && { draft }) }),
    hasVerbatim: (agentId, query) => search.hasVerbatim({ agentId, query }),
    sketch: createSketchQuestions({ knowledge, agents, openEmbedder }),
    evaluate: (agent, questions, options = {}) =>
      evaluate({ knowledge, answers: parts.answers, rank: search.rank }, { agent, questions }, options),
  };
}
