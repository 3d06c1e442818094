import type { AgentDefinition, EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type {
  AgentStore,
  ApprovedAnswerStore,
  CrawlStore,
  KnowledgeStore,
  SyncStore,
  VectorStore,
  WordingStore,
  AgentRecord,
} from "@servicechat/storage";
import { previewWebsite } from "./crawl/preview-website.ts";
import { createAnswerMatcher } from "./approved-answers/match-answers.ts";
import { createEmbedderOpener } from "./embeddings/open-embedder.ts";
import { embedAgent } from "./embeddings/embed-passages.ts";
import { createVectorCache } from "./embeddings/vector-cache.ts";
import { fetchPage } from "./crawl/fetch-page.ts";
import { evaluate } from "./evaluate/evaluate.ts";
import type { Knowledge } from "./knowledge.ts";
import { createSketchQuestions } from "./question-similarity/sketch-questions.ts";
import { createVectorCheck } from "./search/create-vector-check.ts";
import { createSearch } from "./search/search-passages.ts";
import { shareRequestedSyncs } from "./sync/share-syncs.ts";
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

/** The dependencies of the knowledge. */
export interface KnowledgeDependencies {
  readonly knowledge: KnowledgeStore;
  /** Answers that people have approved. */
  readonly approvedAnswers: Pick<ApprovedAnswerStore, "list" | "revisionOf">;
  readonly crawls: CrawlStore;
  readonly syncs: SyncStore;
  readonly vectors: VectorStore;
  readonly wordings: WordingStore;
  readonly agents: Pick<AgentStore, "find">;
  readonly clock: Clock;
  /** A new UUID with each call, for the ids of documents and crawls. */
  readonly randomUuid: () => string;
  /** How web pages are asked for. */
  readonly outbound: Outbound;
  /** The second ranking of agents that answer without a model and whose file does not say which. Absent: none. */
  readonly usualEmbeddings?: EmbeddingsDefinition | undefined;
  /** Carries requests to embeddings servers. */
  readonly fetch: typeof globalThis.fetch;
  /** Where `apiKeyEnv` of embeddings is looked up, at each call. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds between two requests to one host; 200 unless given. */
  readonly pauseMs?: number;
  /** Milliseconds that a preview of a website may take; 20,000 unless given. */
  readonly previewMs?: number;
}

/** Memory for the vectors of all agents' wordings together: 75,000 of the local model. */
const maxWordingBytes = 32 * 1024 * 1024;

/**
 * The knowledge of all agents, over a store. Files and pages are taken apart in another process, and the local embeddings
 * model has one too, so a sync inside the server delays no answer.
 *
 * @example
 * const { knowledge: store, approvedAnswers, crawls, syncs, vectors, wordings, agents } = storage;
 * const stores = { knowledge: store, approvedAnswers, crawls, syncs, vectors, wordings, agents };
 * const surroundings = { clock, randomUuid: randomUUIDv7, outbound, wait, fetch, environment: process.env, log };
 * const knowledge = createKnowledge({ ...stores, ...surroundings });
 * const report = await knowledge.sync(agent);
 * const passages = await knowledge.search(agent.id, "How long does delivery take?", 5);
 */
export function createKnowledge(dependencies: KnowledgeDependencies): Knowledge {
  const { knowledge, vectors, wordings, clock, log, wait, usualEmbeddings } = dependencies;
  const completed = <Agent extends DefinedAgent>(agent: Agent) => withEmbeddings(agent, usualEmbeddings);
  const agents: KnowledgeDependencies["agents"] = {
    async find(id) {
      const agent = await dependencies.agents.find(id);
      return agent && completed(agent);
    },
  };
  const openEmbedder = createEmbedderOpener(dependencies);
  const cache = createVectorCache({ vectors, clock });
  const wordingCache = createVectorCache({
    vectors: {
      revision: (agentId) => vectors.revision(agentId),
      read: async (query) =>
        (await wordings.read(query)).map(({ wordingId, vector }) => ({ passageId: wordingId, vector })),
    },
    clock,
    maxBytes: maxWordingBytes,
  });
  const check = createVectorCheck({ vectors, clock });
  const search = createSearch({
    knowledge,
    vectors,
    wordings,
    cache,
    wordingCache,
    check,
    matchAnswers: createAnswerMatcher(dependencies),
    agents,
    openEmbedder,
    clock,
    log,
  });

  function forget(agentId: string): void {
    cache.forget(agentId);
    wordingCache.forget(agentId);
    check.forget(agentId);
  }

  const sync = shareRequestedSyncs(async (agent, options) => {
    const report = await syncAgent(dependencies, agent, options);
    options.onRead?.();
    await options.embedAfter;
    const embedding = await embedAgent({ vectors, wordings, wait, openEmbedder }, agent, options);
    forget(agent.id);
    await optimizeSearch({ knowledge, vectors, wordings, openEmbedder, log }, agent, options.signal);
    return embedding ? { ...report, embedding } : report;
  });

  return {
    sync: (agent, options = {}) => sync(completed(agent), options),
    preview: (source, options) => previewWebsite(dependencies, source, options),
    async embed(given, options = {}) {
      const agent = completed(given);
      if (!agent.definition.knowledge.embeddings) return undefined;
      const embedding = await embedAgent({ vectors, wordings, wait, openEmbedder }, agent, options);
      if (!embedding?.made) return embedding;
      forget(agent.id);
      await optimizeSearch({ knowledge, vectors, wordings, openEmbedder, log }, agent, options.signal);
      return embedding;
    },
    search: (agentId, query, limit, { draft, isPatient } = {}) =>
      search.passages({ agentId, query, limit, ...(draft && { draft }), ...(isPatient && { isPatient }) }),
    fetchPage: (url, signal) => fetchPage(dependencies.outbound, url, signal),
    hasVerbatim: (agentId, query) => search.hasVerbatim({ agentId, query }),
    sketch: createSketchQuestions({ knowledge, agents, openEmbedder }),
    evaluate: (agent, questions, options = {}) =>
      evaluate(
        { knowledge, approvedAnswers: dependencies.approvedAnswers, rank: search.rank },
        { agent: completed(agent), questions },
        options,
      ),
  };
}

/** An agent, as far as its second ranking goes by it. */
interface DefinedAgent {
  readonly definition: AgentDefinition;
}

/**
 * An agent with the embeddings that it uses: without a model, the words of its documents are all that it has, so that a
 * question in other words would find nothing. A file that says `embeddings: false`, or names its own, is left as it is.
 */
function withEmbeddings<Agent extends DefinedAgent>(
  agent: Agent,
  usual: EmbeddingsDefinition | undefined,
): Agent {
  const { definition } = agent;
  if (usual === undefined || !takesUsualEmbeddings(definition)) return agent;
  return {
    ...agent,
    definition: { ...definition, knowledge: { ...definition.knowledge, embeddings: usual } },
  };
}

/** Whether an agent answers without a model, and its file does not say how its documents are searched. */
export function takesUsualEmbeddings({ model, fallbackModels, knowledge }: AgentDefinition): boolean {
  const hasModel = [model, ...fallbackModels].some(({ provider }) => provider !== "extractive");
  return !hasModel && knowledge.embeddings === undefined;
}

/**
 * Makes searches of an agent quick again after a sync. Where that fails they are slower, and right all the same: so it is
 * logged, and the next sync tries again.
 *
 * @throws the signal's reason when it is aborted
 */
async function optimizeSearch(
  {
    knowledge,
    vectors,
    wordings,
    openEmbedder,
    log,
  }: Pick<KnowledgeDependencies, "knowledge" | "vectors" | "wordings" | "log"> & {
    readonly openEmbedder: ReturnType<typeof createEmbedderOpener>;
  },
  { id: agentId, definition }: AgentRecord,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { embeddings } = definition.knowledge;
  try {
    await knowledge.optimize(agentId, signal);
    if (!embeddings) return;
    const set = { agentId, model: openEmbedder(embeddings).model };
    await vectors.optimize(set, signal);
    await wordings.optimize(set, signal);
  } catch (error) {
    signal?.throwIfAborted();
    log.warn(
      { agentId, err: error },
      "the index for this agent's knowledge could not be built, so searches stay slow",
    );
  }
}
