import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  parseAgentFile,
  type EmbeddingsDefinition,
  type SourceDefinition,
} from "@servicechat/contract/agent-file";
import type {
  AgentRecord,
  AgentStore,
  CrawlStore,
  KnowledgeStore,
  NewApprovedAnswer,
  Storage,
  SyncStore,
  VectorStore,
  WordingStore,
} from "@servicechat/storage";
import { createOutbound } from "@servicechat/outbound";
import { openPreparedSqlite } from "../../../test/support/prepared-sqlite.ts";
import { createKnowledge, type Knowledge } from "../src/index.ts";

/** A knowledge with a real database and a temporary folder, both removed at the end. */
export interface OpenKnowledge extends AsyncDisposable {
  readonly folder: string;
  readonly store: KnowledgeStore;
  readonly crawls: CrawlStore;
  readonly syncs: SyncStore;
  readonly agents: Pick<AgentStore, "find">;
  /** Stores an agent in place of the one that is there. */
  putAgent(agent: AgentRecord, at: number): Promise<void>;
  /** Stores an approved answer. */
  putAnswer(answer: NewApprovedAnswer): Promise<void>;
  readonly knowledge: Knowledge;
  /** Every pause that was made, in milliseconds. */
  readonly waits: readonly number[];
  /** Names of the store's methods that changed something, in order. */
  readonly writes: string[];
  /** The log. */
  readonly warnings: readonly object[];
  readonly vectors: VectorStore;
  readonly wordings: WordingStore;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** The agent with these sources, relative to `base` (the folder unless given). */
  agent(sources: readonly SourceDefinition[], base?: string): AgentRecord;
  /** The same with embeddings, written to the database, where a search looks for them. */
  embeddingAgent(embeddings: EmbeddingsDefinition | undefined, files?: string): Promise<AgentRecord>;
}

interface KnowledgeSurroundings {
  /** Where names lead; none leads anywhere unless given. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `none`: pauses take no time. */
  readonly pauses?: "real" | "none";
  /** Another database than SQLite's. It is closed at the end. */
  readonly openStorage?: () => Promise<Storage>;
  /** Wraps the database's vectors. */
  readonly wrapVectors?: (vectors: VectorStore) => VectorStore;
  /** Wraps the database's wordings. */
  readonly wrapWordings?: (wordings: WordingStore) => WordingStore;
  readonly usualEmbeddings?: EmbeddingsDefinition;
}

export async function openKnowledge({
  resolve = () => Promise.resolve([]),
  environment = {},
  pauses = "real",
  openStorage,
  wrapVectors = (vectors) => vectors,
  wrapWordings = (wordings) => wordings,
  usualEmbeddings,
}: KnowledgeSurroundings = {}): Promise<OpenKnowledge> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-knowledge-"));
  const storage = await (openStorage?.() ?? ownSqlite(join(folder, ".database")));
  const definition = parseAgent({ id: "shop", name: "Shop", model: { provider: "extractive" } });
  await storage.agents.put({ id: "shop", definition, baseDirectory: folder, at: 0 });

  const waits: number[] = [];
  const writes: string[] = [];
  const warnings: object[] = [];
  const vectors = wrapVectors(storage.vectors);
  const wordings = wrapWordings(storage.wordings);
  const store = watched(storage.knowledge, writes);
  let next = 0;
  const outbound = createOutbound({ allowedNetworks: ["127.0.0.2/32"], resolve });
  const randomUuid = () => `00000000-0000-7000-8000-${String(++next).padStart(12, "0")}`;
  return {
    folder,
    store,
    vectors,
    wordings,
    crawls: storage.crawls,
    syncs: storage.syncs,
    agents: storage.agents,
    putAgent: async (agent, at) => void (await storage.agents.put({ ...agent, at })),
    putAnswer: async (answer) => void (await storage.approvedAnswers.create(answer)),
    waits,
    writes,
    warnings,
    knowledge: createKnowledge({
      knowledge: store,
      approvedAnswers: storage.approvedAnswers,
      crawls: storage.crawls,
      syncs: storage.syncs,
      vectors,
      wordings,
      agents: storage.agents,
      clock: { wallMs: () => 1000 },
      randomUuid,
      outbound,
      fetch,
      environment,
      usualEmbeddings,
      log: { warn: (detail, message) => warnings.push({ ...detail, message }) },
      async wait(ms, signal) {
        waits.push(ms);
        if (pauses === "real") await wait(ms, undefined, { signal });
      },
      pauseMs: 0,
    }),
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), content);
      }
    },
    agent: (sources, base = folder) => ({
      id: "shop",
      definition: { ...definition, knowledge: { ...definition.knowledge, sources: [...sources] } },
      baseDirectory: base,
      createdAt: 0,
      updatedAt: 0,
      version: 1,
    }),
    async embeddingAgent(embeddings, files = "./**/*.md") {
      const knowledge = { ...definition.knowledge, sources: [{ files }], ...(embeddings && { embeddings }) };
      const agent = { id: "shop", definition: { ...definition, knowledge }, baseDirectory: folder };
      await storage.agents.put({ ...agent, at: 0 });
      return { ...agent, createdAt: 0, updatedAt: 0, version: 1 };
    },
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ownSqlite(folder: string): Promise<Storage> {
  await mkdir(folder);
  return openPreparedSqlite(join(folder, "test.db"));
}

export function parseAgent(value: unknown) {
  const result = parseAgentFile(value);
  if ("faults" in result) throw new Error(JSON.stringify(result.faults));
  return result.agent;
}

function watched(store: KnowledgeStore, writes: string[]): KnowledgeStore {
  return {
    documents: (agentId) => store.documents(agentId),
    revisionOf: (agentId) => store.revisionOf(agentId),
    passages: (documentId) => store.passages(documentId),
    counts: (documentIds) => store.counts(documentIds),
    search: (query) => store.search(query),
    having: (query) => store.having(query),
    frequencies: (query) => store.frequencies(query),
    optimize: (agentId, signal) => store.optimize(agentId, signal),
    replaceDocument: (document, passages) => {
      writes.push(`replace ${document.location}`);
      return store.replaceDocument(document, passages);
    },
    touchDocument: (document) => {
      writes.push(`touch ${document.location}`);
      return store.touchDocument(document);
    },
    deleteDocument: (place) => {
      writes.push(`delete ${place.location}`);
      return store.deleteDocument(place);
    },
  };
}
