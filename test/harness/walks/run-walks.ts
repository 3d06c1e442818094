import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentRecord, Storage } from "@servicechat/storage";
import fc from "fast-check";
import { openFastStorage } from "./open-fast-storage.ts";
import { walkChat } from "./walk-chat.ts";
import { stepNames } from "./walk-steps.ts";
import type { WalkTimers } from "./walk.ts";

/** What some walks came to. */
export interface WalksReport {
  readonly walks: number;
  /** A walk that did what must never happen, and what that was; absent where none did. */
  readonly counterexample?: string;
}

const apis = ["setTimeout", "setInterval"] as const;
/** Files that are in memory alone, on Linux. */
const inMemory = "/dev/shm";

/** Whether a folder takes the databases of all threads; that of a container often does not. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1024 ** 3;
}

/** Takes all timers of this thread, with the clock that they go by, into the walk's hands. */
function takeTimers(): WalkTimers {
  const real = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => real() + passed;
  const enable = () => {
    mock.timers.enable({ apis: [...apis] });
    syncBuiltinESMExports();
  };
  enable();
  return {
    pass(ms) {
      passed += ms;
      mock.timers.tick(ms);
    },
    clear() {
      mock.timers.reset();
      enable();
    },
  };
}

/** An agent that hands over, and answers or is silent while somebody waits. */
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
    session: { id: sessionId, agentId, tokenHash: `hash ${number}` },
    messages: [{ id: `msg_${number}`, content: "Hello", parts: [{ type: "text", text: "Hello" }] }],
    replyId,
    node: "self",
    at: 1,
  });
  const nothing = { content: "Good day.", parts: [], transcript: [], truncated: false, failure: null };
  await conversations.endReply({ replyId, status: "complete", ...nothing });
  return sessionId;
}

/** Walks through so many chats, each its own way. */
export async function runWalks({
  seed,
  walks: numRuns,
}: {
  readonly seed: number;
  readonly walks: number;
}): Promise<WalksReport> {
  // Loaded with the first reply; no walk may wait for that.
  await import("../../../packages/server/src/facts/facts-of.ts");
  const folder = await mkdtemp(join(hasRoom(inMemory) ? inMemory : tmpdir(), "walks-"));
  const storage = await openFastStorage(join(folder, "walks.db"));
  const agents = [await putAgent(storage, "answer"), await putAgent(storage, "quiet")] as const;
  const timers = takeTimers();
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
      const sessionId = await startChat(storage, agent.id, ++walks);
      const walk = { storage, agent, sessionId, scheduler, timers, seed: chance, plan: planned };
      const faults = await walkChat(walk);
      if (faults.length > 0) throw new Error(faults.join("\n"));
    },
  );
  // Not made smaller: that takes longer than all walks together. `path` in the report takes it up again.
  const result = await fc.check(property, { seed, numRuns, endOnFailure: true });
  mock.timers.reset();
  syncBuiltinESMExports();
  await storage.close();
  await rm(folder, { recursive: true });
  return { walks, ...(result.failed && { counterexample: fc.defaultReportMessage(result) ?? "" }) };
}
