import { randomUUID, randomUUIDv7 } from "node:crypto";
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
import { holderChange } from "../views/holder-view.ts";
import { budgetOf } from "./budget-of.ts";
import { newId } from "./new-id.ts";
import { openingAt } from "../opening-hours.ts";
import type { ReplyJob } from "./reply-job.ts";
import { reserveTurn } from "./reserve-turn.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs" | "agents">;
  readonly coordination: Pick<Coordination, "nodeEvents" | "replies" | "turns" | "nodes">;
  readonly nowMs: () => number;
  /** Runs a reply to its end. Never rejects. */
  readonly run: (job: ReplyJob) => Promise<void>;
  /** Ends a reply that was begun and that nobody will speak. */
  readonly disown: (replyId: string) => void;
}

/** A move, without its common parts. */
export type NextMove = Omit<ChatMove, "sessionId" | "expected" | "at" | "event"> & {
  readonly type: ChatMove["event"]["type"];
  readonly name?: string;
};

/** A request for a person, and its words. */
interface Asking {
  readonly by: "visitor" | "agent";
  readonly reason: string | null;
  readonly summary: string | null;
  readonly email: string | null;
  /** `null` where it is not known. */
  readonly keyId: string | null;
}

/** The tool with which a reply asks for a person; empty where it may not. */
export type HandoffTool = Pick<ReplyRequest, "handOff">;

/** Replies after a return before the agent may hand over again. */
const repliesAfterReturn = 2;

/** Chats between agents and people. */
export type Handoff = ReturnType<typeof createHandoff>;

/** Moves chats, and tells all nodes. */
export function createHandoff({ storage, coordination, nowMs, run, disown }: Dependencies) {
  const { handoffs, agents } = storage;

  /** The move that `next` is, of a chat as it is. */
  function moveOf({ sessionId, epoch }: HeldChat, { type, name, ...next }: NextMove): ChatMove {
    const event = { id: randomUUIDv7(), type, ...(name !== undefined && { name }) };
    return { sessionId, expected: epoch, at: nowMs(), event, ...next };
  }

  /** Tells of a move that was made. */
  function tell({ moved: { holding }, chat: { sessionId } }: MadeMove): void {
    const { epoch } = holding;
    coordination.nodeEvents.publish({ type: "chat-moved", sessionId, epoch, change: holderChange(holding) });
  }

  /**
   * Makes a move that may give the agent its chat, and has the agent answer what that leaves unanswered. Its place in line is
   * taken before anybody can see the move: what the visitor says next comes behind it.
   *
   * @param move Resolves with the move, where one was made
   */
  async function returning<Result extends { readonly made?: MadeMove } | { readonly kind: string }>(
    sessionId: string,
    move: (answer: NonNullable<ChatMove["answer"]>) => Promise<Result>,
  ): Promise<Result> {
    const chat = await handoffs.find(sessionId);
    const agent = chat && (await agents.find(chat.agentId));
    const replyId = newId("rep");
    const turnSlot = await reserveTurn(coordination.turns, sessionId);
    try {
      const result = await move({ replyId, node: coordination.nodes.id, ...(agent && budgetOf(agent)) });
      const made = "made" in result ? result.made : undefined;
      if (made?.moved.answer) await answerNow(made, { replyId, turnSlot });
      else turnSlot.leave();
      return result;
    } catch (cause) {
      // It may have been made all the same.
      turnSlot.leave();
      disown(replyId);
      throw cause;
    }
  }

  async function answerNow(
    { moved: { answer, holding }, chat: { sessionId, agentId } }: MadeMove,
    { replyId, turnSlot }: Pick<ReplyJob, "replyId" | "turnSlot">,
  ): Promise<void> {
    const agent = await agents.find(agentId);
    if (!answer || !agent) {
      // The move has started the reply: it must not remain as if it were still to come.
      turnSlot.leave();
      return disown(replyId);
    }
    const live = coordination.replies.create(replyId);
    live.write({ type: "start", data: {} });
    const { turn, keyId } = answer;
    const ids = {
      replyId,
      turn,
      epoch: holding.epoch,
      requestId: randomUUID(),
      sessionId,
      keyId: keyId ?? "",
    };
    void run({ ...ids, agent, turnSlot, live, isReopened: true });
  }

  /** Asks for a person, unless nobody is there or somebody was asked already. */
  async function ask(
    sessionId: string,
    { definition }: Pick<AgentRecord, "definition">,
    { keyId, ...asking }: Asking,
  ): Promise<HandoffState | "session_erased"> {
    const { handoff } = definition;
    const opening = handoff ? openingAt(handoff, nowMs()) : { open: false };
    const facts = { ...asking, since: nowMs(), ...(keyId !== null && { keyId }) };
    const result = await moveAsDecided(handoffs, sessionId, async (chat) => {
      if (chat.holder !== "agent") return { answer: chat.holder };
      if (!opening.open) {
        await handoffs.keepRequest({ sessionId, ...facts });
        return { answer: chat.holder };
      }
      return { move: moveOf(chat, { to: "waiting", type: "waiting", handoff: facts }) };
    });
    if (typeof result === "string") return "session_erased";
    if ("moved" in result) tell(result);
    else if (!opening.open) coordination.nodeEvents.publish({ type: "chat-changed", sessionId });
    return stateOf("moved" in result ? "waiting" : result.answer, opening);
  }

  /** Gives the chat back to the agent, as the visitor wishes. */
  async function goBack(
    sessionId: string,
    { definition }: Pick<AgentRecord, "definition">,
  ): Promise<HandoffState | "session_erased"> {
    const { handoff } = definition;
    const moved = await giveBack(sessionId, (chat) =>
      chat.holder === "agent" ? undefined : { to: "agent", type: "back_to_assistant" },
    );
    if (moved === "session_erased") return moved;
    return stateOf("agent", handoff ? openingAt(handoff, nowMs()) : { open: false });
  }

  /** Makes a move that `decide` wants of a chat as it is; with `undefined` it stays as it is. */
  async function giveBack(
    sessionId: string,
    decide: (chat: HeldChat) => NextMove | undefined,
  ): Promise<"moved" | "unchanged" | "session_erased"> {
    const { result } = await returning(sessionId, async (answer) => {
      const decided = await moveAsDecided(handoffs, sessionId, (chat) => {
        const next = decide(chat);
        return next
          ? { move: moveOf(chat, { ...next, ...(next.to === "agent" && { answer }) }) }
          : { answer: null };
      });
      if (typeof decided === "string" || !("moved" in decided)) return { result: decided };
      tell(decided);
      return { result: decided, made: decided };
    });
    if (typeof result === "string") return "session_erased";
    return "moved" in result ? "moved" : "unchanged";
  }

  return {
    ask,
    goBack,
    giveBack,
    returning,

    /** Asks for a person in the place of a reply that broke off while it did. */
    async askFor({ sessionId, agentId, keyId }: UnheardRequest): Promise<void> {
      const agent = await agents.find(agentId);
      if (agent?.definition.handoff)
        await ask(sessionId, agent, { by: "agent", reason: "other", summary: null, email: null, keyId });
    },

    /** Lets a reply ask for a person, where its agent may now. */
    async handoffToolOf(job: Pick<ReplyJob, "sessionId" | "turn" | "keyId" | "agent">): Promise<HandoffTool> {
      const { definition } = job.agent;
      if (!definition.handoff || !(await mayHandOff(job, definition, definition.handoff))) return {};
      return {
        async handOff({ reason, summary }) {
          const asking = { by: "agent", reason, summary, email: null, keyId: job.keyId } as const;
          const state = await ask(job.sessionId, job.agent, asking);
          if (state === "session_erased" || state.holder === "agent")
            return "Nobody is there at the moment. Say so, and offer to leave an e-mail address.";
          return "A person was asked and will join this chat. Say so in one sentence; until then you go on answering.";
        },
      };
    },

    /** The response to a visitor's request. */
    stateOf: (holder: ChatHolding["holder"], handoff: HandoffDefinition) =>
      stateOf(holder, openingAt(handoff, nowMs())),
  };

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
}

function stateOf(
  holder: ChatHolding["holder"],
  { open, opensAt }: ReturnType<typeof openingAt>,
): HandoffState {
  return { holder, open, ...(opensAt !== undefined && { opensAt: new Date(opensAt).toISOString() }) };
}
