import { includesRole } from "@servicechat/contract/admin";
import type { AgentRecord, ChatInHand, OperatorRecord, Storage } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { runEvery } from "../run-every.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";
import type { Handover, NextMove } from "./handover.ts";

interface Parts {
  readonly storage: Pick<Storage, "handovers" | "agents" | "operators">;
  readonly handover: Pick<Handover, "giveBack">;
  readonly nowMs: () => number;
  readonly log: Log;
}

const minuteMs = 60_000;

/**
 * Sees to it that nobody waits in silence: who waits for longer than the agent's file allows is told that nobody came, and a
 * chat goes back to the agent when its person says nothing any more, or on to another when they may not hold it any more.
 * Every node looks; each move is made once. Returns the function that stops it.
 */
export function watchHolders({ storage, handover, nowMs, log }: Parts): () => Promise<void> {
  async function look(): Promise<void> {
    const agents = remembering((id) => storage.agents.find(id));
    const operators = remembering((id) => storage.operators.find(id));
    const failures: unknown[] = [];
    for (const chat of await storage.handovers.listInHand())
      await checkChat(chat, { agents, operators }).catch((cause: unknown) => void failures.push(cause));
    // Not before all have been looked at: no chat waits for another one's trouble.
    if (failures.length > 0) throw failures[0];
  }

  async function checkChat(chat: ChatInHand, sources: Sources): Promise<void> {
    const due = await dueMove(chat, sources);
    if (!due) return;
    // As it was seen, and not otherwise: whoever moves it or writes in it meanwhile has it.
    const { sessionId, personAt: expectedPersonAt } = chat;
    await handover.giveBack(sessionId, ({ epoch, personAt }) =>
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
    // Where the agent's file has lost its hand-over, nobody else would ever give the chat back.
    if (!handoff || isOver(chat.personAt ?? chat.since, handoff.silentMinutes))
      return { to: "agent", type: "silent", name };
    return undefined;
  }

  const failureLog = createRepeatedFailureLog(log, {
    failing: "chats of people could not be looked at, trying again until they are",
    working: "chats of people are looked at again",
  });
  return runEvery({
    everyMs: 1_000,
    async run() {
      await look();
      failureLog.recovered();
    },
    failed: (cause) => failureLog.failed(causeOf(cause)),
  });
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
