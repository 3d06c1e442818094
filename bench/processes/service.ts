import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "@servicechat/agent";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { Coordination } from "@servicechat/coordination";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { createKnowledge, createTextReader } from "@servicechat/knowledge";
import { createOutbound } from "@servicechat/outbound";
import { startServer } from "@servicechat/server";
import type { Asset } from "@servicechat/server";
import { issueKey } from "@servicechat/operations/key-secret";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { letOldGenerationGrow } from "../../packages/cli/src/process/heap-growth.ts";
import type { Places } from "../places.ts";
import { answerParent } from "./answer-parent.ts";
import { createLoopWatch } from "./loop-watch.ts";
import { createBenchConsole } from "./bench-console.ts";

/* The real service, assembled as `servicechat serve` does it. */

letOldGenerationGrow();
const places = JSON.parse(process.argv[2] ?? "{}") as Places;
const allowed = "https://shop.example";
const folder = await mkdtemp(join(tmpdir(), "servicechat-bench-"));
const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
const storage = await openStorage();
const coordination = await openCoordination();
const complain = (detail: object, message: string) => console.error(message, detail);
const log = { debug: () => undefined, info: () => undefined, warn: complain, error: complain };
const secret = "of all services of the bench";
const outbound = createOutbound({ allowedNetworks: [] });
const knowledge = createKnowledge({
  knowledge: storage.knowledge,
  approvedAnswers: storage.approvedAnswers,
  crawls: storage.crawls,
  vectors: storage.vectors,
  wordings: storage.wordings,
  agents: storage.agents,
  clock,
  randomUuid: randomUUID,
  outbound,
  wait: (ms, signal) => wait(ms, undefined, { signal }),
  fetch,
  environment: {},
  log,
});
const operators = places.hasConsole
  ? createBenchConsole({ storage, knowledge, outbound, secret, log, clock })
  : undefined;
const agent = createAgent({
  search: (agentId) => (query, limit) => knowledge.search(agentId, query, limit),
  environment: {},
  clock,
  random: Math.random,
  log,
});
const notBuilt: Asset = { contentType: "text/plain", body: Buffer.from(""), etag: '""' };
const server = await startServer(
  {
    storage,
    coordination,
    agent,
    readDocument: createTextReader(),
    environment: {},
    clock,
    log,
    console: operators?.dependencies,
    assets: { launcher: notBuilt, launcherParts: new Map(), frame: notBuilt, chat: new Map() },
    options: {
      publicUrl: "https://chat.example",
      secret,
      sessionIdleMs: 30 * 86_400_000,
      sessionAgeMs: 365 * 86_400_000,
      drainMs: 500,
    },
  },
  { host: "127.0.0.1", port: 0 },
);

async function openStorage(): Promise<Storage> {
  if (places.postgresUrl === undefined)
    return openSqlite({ file: places.file ?? join(folder, "servicechat.db") });
  const { openPostgres } = await import("@servicechat/storage/postgres");
  return openPostgres({ url: places.postgresUrl });
}

async function openCoordination(): Promise<Coordination> {
  if (places.redis === undefined) return createMemoryCoordination({ clock });
  const { openRedisCoordination } = await import("@servicechat/coordination/redis");
  return openRedisCoordination({ ...places.redis, clock });
}

/** The properties of a bench agent. */
export interface Furniture {
  readonly modelPort: number;
  /** As in an agent's file; without it, people cannot take part. */
  readonly handoff?: Readonly<Record<string, unknown>>;
}

const loop = createLoopWatch();
const answers = {
  /** Creates an agent with that model, and a key. Resolves to the headers that a page sends with each request. */
  async furnish({ modelPort, handoff }: Furniture) {
    const parsed = parseAgentFile({
      id: "bench",
      name: "Bench",
      welcomeMessage: "Hi! How can we help?",
      instructions: "You answer questions about Acme.",
      model: { provider: "openai", baseUrl: `http://127.0.0.1:${modelPort}/v1`, name: "bench-model" },
      ...(handoff && { handoff }),
    });
    if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
    const at = clock.wallMs();
    await storage.agents.put({ id: parsed.agent.id, definition: parsed.agent, baseDirectory: folder, at });
    const { key, ...issued } = issueKey({ randomBytes });
    await storage.keys.create({
      ...issued,
      agentId: parsed.agent.id,
      name: "bench",
      allowed: [allowed],
      rateLimit: 1_000_000,
      serverSide: false,
      createdAt: at,
      revokedAt: null,
    });
    return { port: server.port, headers: { Authorization: `Bearer ${key}`, Origin: allowed } };
  },
  /** Creates people with a token each. Resolves to the headers of their requests. */
  async employ({ people }: { readonly people: number }) {
    if (!operators) throw new Error("there is no console");
    return Promise.all(Array.from({ length: people }, operators.employ));
  },
  /** The processor time so far, without the garbage collection of `usage`. */
  processorMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  port: () => server.port,
  watchLoop: () => loop.start(),
  maxBlockMs: () => loop.stop(),
};
/** What the service's process can be asked. */
export type ServiceAnswers = typeof answers;

answerParent(answers, async () => {
  await server.stop();
  await coordination.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
