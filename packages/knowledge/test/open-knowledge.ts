import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseAgentFile, type SourceDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord, KnowledgeStore } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { createKnowledge, type Knowledge } from "../src/index.ts";

/** A knowledge over a real database and a folder of its own, both gone at the end. */
export interface OpenKnowledge extends AsyncDisposable {
  readonly folder: string;
  readonly store: KnowledgeStore;
  readonly knowledge: Knowledge;
  /** Names of the store's methods that changed something, in order. */
  readonly writes: string[];
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** The agent with these sources, relative to `base` (the folder unless given). */
  agent(sources: readonly SourceDefinition[], base?: string): AgentRecord;
}

export async function openKnowledge(): Promise<OpenKnowledge> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-knowledge-"));
  await mkdir(join(folder, ".database"));
  const storage = await openSqlite({ file: join(folder, ".database", "test.db") });
  const definition = parse({ id: "shop", name: "Shop", model: { provider: "extractive" } });
  await storage.agents.put({ id: "shop", definition, baseDirectory: folder, at: 0 });

  const writes: string[] = [];
  const store = watched(storage.knowledge, writes);
  let next = 0;
  const randomUuid = () => `00000000-0000-7000-8000-${String(++next).padStart(12, "0")}`;
  return {
    folder,
    store,
    writes,
    knowledge: createKnowledge({ knowledge: store, clock: { wallMs: () => 1000 }, randomUuid }),
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), content);
      }
    },
    agent: (sources, base = folder) => ({
      id: "shop",
      definition: { ...definition, knowledge: [...sources] },
      baseDirectory: base,
      createdAt: 0,
      updatedAt: 0,
    }),
    async [Symbol.asyncDispose]() {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function parse(value: unknown) {
  const result = parseAgentFile(value);
  if ("faults" in result) throw new Error(JSON.stringify(result.faults));
  return result.agent;
}

function watched(store: KnowledgeStore, writes: string[]): KnowledgeStore {
  return {
    documents: (agentId) => store.documents(agentId),
    search: (query) => store.search(query),
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
