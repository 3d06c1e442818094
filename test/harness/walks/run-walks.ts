import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentRecord, Storage } from "@servicechat/storage";
import fc from "fast-check";
import { openPostgres } from "../../../packages/storage/src/postgres/open-postgres.ts";
import { openFastStorage } from "./open-fast-storage.ts";
import { takeTimers } from "./take-timers.ts";
import { walkChat } from "./walk-chat.ts";
import { stepNames, tokenHashOf } from "./walk-steps.ts";

/** Which walks to take. */
export interface WalksPlan {
  readonly seed: number;
  readonly walks: number;
  /** A schema of PostgreSQL that nobody else uses, because cleaning up after a node checks all chats. */
  readonly postgres?: { readonly url: string; readonly schema: string };
}

/** The results of some walks. */
export interface WalksReport {
  readonly walks: number;
  /** A walk that violated a rule, and how; absent if none did. */
  readonly counterexample?: string;
}

/** A folder in memory, on Linux. */
const inMemory = "/dev/shm";

/** Whether a folder has space for the databases of all threads; that of a container often does not. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1024 ** 3;
}

/** An agent that hands over, and answers or is silent while somebody is waiting. */
async function putAgent(storage: Storage, whileWaiting: "answer" | "quiet"): Promise<AgentRecord> {
  const definition = agentFileSchema.parse({
    id: whileWaiting,
    name: "Guide",
    model: { provider: "extractive" },
    handoff: { whileWaiting },
    tools: ["HandOver"],
  });
  await storage.agents.put({ id: whileWaiting, definition, baseDirectory: "/", at: 1 });
  const agent = await storage.agents.find(whileWaiting);
  if (!agent) throw new Error("It was just put.");
  return agent;
}

async function startChat({ conversations }: Storage, agentId: string, number: number): Promise<string> {
  const [sessionId, replyId] = [`ses_${number}`, `rep_${number}`];
  await conversations.acceptTurn({
    session: { id: sessionId, agentId, tokenHash: tokenHashOf(sessionId) },
    messages: [{ id: `msg_${number}`, content: "Hello", parts: [{ type: "text", text: "Hello" }] }],
    replyId,
    node: "self",
    at: 1,
  });
  const nothing = { content: "Good day.", parts: [], transcript: [], ending: null, failure: null };
  await conversations.endReply({ replyId, status: "complete", ...nothing });
  return sessionId;
}

/** The database for walks: PostgreSQL if there is a URL, else SQLite in memory. */
async function openDatabase(
  postgres: WalksPlan["postgres"],
): Promise<{ readonly storage: Storage } & AsyncDisposable> {
  if (postgres) {
    const storage = await openPostgres(postgres);
    return { storage, [Symbol.asyncDispose]: () => storage.close() };
  }
  const folder = await mkdtemp(join(hasRoom(inMemory) ? inMemory : tmpdir(), "walks-"));
  const storage = await openFastStorage(join(folder, "walks.db"));
  return {
    storage,
    async [Symbol.asyncDispose]() {
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Takes this many walks through chats, each in a different way. */
export async function runWalks({ seed, walks: numRuns, postgres }: WalksPlan): Promise<WalksReport> {
  // Loaded with the first reply; no walk may wait for that.
  await import("../../../packages/server/src/reply/reply-facts.ts");
  await using database = await openDatabase(postgres);
  const { storage } = database;
  const agents = [await putAgent(storage, "answer"), await putAgent(storage, "quiet")] as const;
  using timers = takeTimers();
  const plan = fc.array(fc.record({ name: fc.constantFrom(...stepNames), steps: fc.nat(12) }), {
    minLength: 4,
    maxLength: 12,
  });
  let walks = 0;
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.integer(),
    fc.constantFrom(...agents),
    plan,
    async (scheduler, chance, agent, planned) => {
      const sessionId = await timers.inRealTime(() => startChat(storage, agent.id, ++walks));
      const walk = { storage, agent, sessionId, scheduler, timers, seed: chance, plan: planned };
      const faults = await walkChat(walk);
      if (faults.length > 0) throw new Error(faults.join("\n"));
    },
  );
  // Not shrunk: that takes longer than all walks together. `path` in the report repeats it.
  const result = await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (!result.failed) return { walks };
  const { errorInstance } = result;
  const faults = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { walks, counterexample: `${faults}\n${fc.defaultReportMessage(result) ?? ""}` };
}
