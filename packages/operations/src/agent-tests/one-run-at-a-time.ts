import type { Storage } from "@servicechat/storage";
import type { RefusedAs } from "../access/refused.ts";

const running = new WeakMap<Storage, Set<string>>();

/** Runs tests of an agent, unless this process is already running some: they cost what chats cost. */
export async function oneRunAtATime<Result>(
  storage: Storage,
  agentId: string,
  work: () => Promise<Result>,
): Promise<Result | RefusedAs<"tests_running">> {
  const agents = running.get(storage) ?? new Set();
  running.set(storage, agents);
  if (agents.has(agentId)) return { kind: "tests_running", id: agentId };
  agents.add(agentId);
  try {
    return await work();
  } finally {
    agents.delete(agentId);
  }
}
