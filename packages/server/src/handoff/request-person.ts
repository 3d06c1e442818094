import { randomUUIDv7 } from "node:crypto";
import type { HandoffState } from "@servicechat/contract";
import type { AgentDefinition, HandoffDefinition } from "@servicechat/contract/agent-file";
import { handoffTool } from "@servicechat/contract/agent-file";
import type { ReplyRequest } from "@servicechat/agent";
import type { Coordination } from "@servicechat/coordination";
import { moveAsDecided } from "@servicechat/storage";
import type {
  AgentRecord,
  ChatHolding,
  ChatMove,
  HeldChat,
  MadeMove,
  Storage,
  UnheardRequest,
} from "@servicechat/storage";
import type { ReplyJob } from "../reply/reply-job.ts";
import { holderChange } from "../views/holder-view.ts";
import { openingAt, type Opening } from "./opening-hours.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs" | "agents">;
  readonly coordination: Pick<Coordination, "nodeEvents">;
  readonly nowMs: () => number;
}

/** A request for a person, and its words. */
interface PersonRequest {
  readonly by: "visitor" | "agent";
  readonly reason: string | null;
  readonly summary: string | null;
  readonly email: string | null;
  /** `null` where it is not known. */
  readonly keyId: string | null;
}

/** Replies after a return before the agent may hand over again. */
const repliesAfterReturn = 2;

/** Requests for a person, by visitors and by replies. */
export type PersonRequests = ReturnType<typeof createPersonRequests>;

/** Creates the functions that request a person for a chat. */
export function createPersonRequests({ storage, coordination, nowMs }: Dependencies) {
  const { handoffs, agents } = storage;

  /** Requests a person, unless nobody is there or somebody was asked already. */
  async function ask(
    sessionId: string,
    { definition: { handoff } }: Pick<AgentRecord, "definition">,
    { keyId, ...request }: PersonRequest,
  ): Promise<HandoffState | "session_erased"> {
    const opening = openingOf(handoff, nowMs());
    const facts = { ...request, since: nowMs(), ...(keyId !== null && { keyId }) };
    const result = await moveAsDecided(handoffs, sessionId, async (chat) => {
      if (chat.holder !== "agent") return { answer: chat.holder };
      if (!opening.open) {
        await handoffs.keepRequest({ sessionId, ...facts });
        return { answer: chat.holder };
      }
      return { move: moveOf(chat, { to: "waiting", type: "waiting", handoff: facts }, nowMs()) };
    });
    if (typeof result === "string") return "session_erased";
    if ("moved" in result) publishMove(coordination, result);
    else if (!opening.open) coordination.nodeEvents.publish({ type: "chat-changed", sessionId });
    return stateOf("moved" in result ? "waiting" : result.answer, opening);
  }

  /** Requests a person in the place of a reply that broke off while it did. */
  async function askFor({ sessionId, agentId, keyId }: UnheardRequest): Promise<void> {
    const agent = await agents.find(agentId);
    if (agent?.definition.handoff)
      await ask(sessionId, agent, { by: "agent", reason: "other", summary: null, email: null, keyId });
  }

  /** The tool with which a reply requests a person; empty where its agent may not now. */
  async function handoffToolOf(
    job: Pick<ReplyJob, "sessionId" | "turn" | "keyId" | "agent">,
  ): Promise<Pick<ReplyRequest, "handOff">> {
    const { definition } = job.agent;
    if (!definition.handoff || !(await mayHandOff(job, definition, definition.handoff))) return {};
    return {
      async handOff({ reason, summary }) {
        const request = { by: "agent", reason, summary, email: null, keyId: job.keyId } as const;
        const state = await ask(job.sessionId, job.agent, request);
        if (state === "session_erased" || state.holder === "agent")
          return "Nobody is there at the moment. Say so, and offer to leave an e-mail address.";
        return "A person was asked and will join this chat. Say so in one sentence; until then you go on answering.";
      },
    };
  }

  async function mayHandOff(
    { sessionId, turn }: Pick<ReplyJob, "sessionId" | "turn">,
    { tools }: AgentDefinition,
    handoff: HandoffDefinition,
  ): Promise<boolean> {
    if (!tools.includes(handoffTool) || !openingAt(handoff, nowMs()).open) return false;
    const chat = await handoffs.find(sessionId);
    if (chat?.holder !== "agent") return false;
    return chat.returnedTurn === null || turn > chat.returnedTurn + repliesAfterReturn;
  }

  return { ask, askFor, handoffToolOf };
}

/** A move, without its common parts. */
export type NextMove = Omit<ChatMove, "sessionId" | "expected" | "at" | "event"> & {
  readonly type: ChatMove["event"]["type"];
  readonly name?: string;
};

/** The move that `next` is, of a chat as it is now. */
export function moveOf(
  { sessionId, epoch }: HeldChat,
  { type, name, ...next }: NextMove,
  at: number,
): ChatMove {
  const event = { id: randomUUIDv7(), type, ...(name !== undefined && { name }) };
  return { sessionId, expected: epoch, at, event, ...next };
}

/** Publishes a move to all nodes. */
export function publishMove(
  { nodeEvents }: Pick<Coordination, "nodeEvents">,
  { moved: { holding }, chat: { sessionId } }: MadeMove,
): void {
  const { epoch } = holding;
  nodeEvents.publish({ type: "chat-moved", sessionId, epoch, change: holderChange(holding) });
}

/** Whether people are there for an agent's visitors; never without a handoff. */
export function openingOf(handoff: HandoffDefinition | undefined, at: number): Opening {
  return handoff ? openingAt(handoff, at) : { open: false };
}

/** Who holds a chat and whether people are there, as visitors get it. */
export function stateOf(holder: ChatHolding["holder"], { open, opensAt }: Opening): HandoffState {
  return { holder, open, ...(opensAt !== undefined && { opensAt: new Date(opensAt).toISOString() }) };
}
