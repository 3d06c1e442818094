import { includesRole } from "@servicechat/contract/admin";
import type { AgentRecord, ChatInHand, OperatorRecord, Storage } from "@servicechat/storage";
import { queuePlaces } from "./queue-places.ts";
import type { NextMove } from "./request-person.ts";
import type { Returns } from "./return-to-agent.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs" | "agents" | "operators">;
  readonly handoff: Pick<Returns, "giveBack">;
  readonly idle: { showPlaces(places: ReadonlyMap<string, number>): void };
  readonly nowMs: () => number;
}

const minuteMs = 60_000;

/**
 * Makes sure that no visitor waits in silence: one who waits for longer than the agent's file allows is informed that
 * nobody came, and a chat returns to the agent when its person is silent, or waits for another when they lose access to
 * it. Every node checks; each move is made once. What was read for that also tells the visitors who follow their chats on
 * this node their places in the queue.
 */
export async function enforceHandoffTimeouts({ storage, handoff, idle, nowMs }: Dependencies): Promise<void> {
  async function checkChat(chat: ChatInHand, sources: Sources): Promise<void> {
    const due = await dueMove(chat, sources);
    if (!due) return;
    // Only in the state that was seen: anyone who moves it or writes in it in the meantime keeps it.
    const { sessionId, personAt: expectedPersonAt } = chat;
    await handoff.giveBack(sessionId, ({ epoch, personAt }) =>
      epoch === chat.epoch && personAt === expectedPersonAt ? { ...due, expectedPersonAt } : undefined,
    );
  }

  async function dueMove(chat: ChatInHand, { agents, operators }: Sources): Promise<NextMove | undefined> {
    const handoff = (await agents(chat.agentId))?.definition.handoff;
    const isOver = (since: number | null, minutes: number) =>
      since !== null && since + minutes * minuteMs <= nowMs();
    if (chat.holder === "waiting")
      return !handoff || isOver(chat.since, handoff.waitMinutes)
        ? { to: "agent", type: "nobody" }
        : undefined;
    const { operator } = chat;
    const name = operator?.name ?? "";
    if (!operator || !mayHold(await operators(operator.id), chat.agentId))
      return { to: "waiting", type: "left", name };
    // If the agent's file no longer has a handoff, nothing else would ever return the chat.
    if (!handoff || isOver(chat.personAt ?? chat.since, handoff.silentMinutes))
      return { to: "agent", type: "silent", name };
    return undefined;
  }

  const agents = remembering((id) => storage.agents.find(id));
  const operators = remembering((id) => storage.operators.find(id));
  const failures: unknown[] = [];
  const inHand = await storage.handoffs.listInHand();
  idle.showPlaces(queuePlaces(inHand));
  for (const chat of inHand)
    await checkChat(chat, { agents, operators }).catch((cause: unknown) => void failures.push(cause));
  // Not before all were checked: one chat's failure does not delay the others.
  if (failures.length > 0) throw failures[0];
}

interface Sources {
  readonly agents: (id: string) => Promise<AgentRecord | undefined>;
  readonly operators: (id: string) => Promise<OperatorRecord | undefined>;
}

function mayHold(operator: OperatorRecord | undefined, agentId: string): boolean {
  if (!operator || !includesRole(operator.role, "responder")) return false;
  return operator.agents === null || operator.agents.includes(agentId);
}

/** Asks once for each id. */
function remembering<Found>(find: (id: string) => Promise<Found>): (id: string) => Promise<Found> {
  const known = new Map<string, Promise<Found>>();
  return (id) => {
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}
