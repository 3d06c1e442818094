import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { HandoffState } from "@servicechat/contract";
import type { Coordination, TurnOrder, TurnSlot } from "@servicechat/coordination";
import { moveAsDecided } from "@servicechat/storage";
import type { AgentRecord, ChatMove, HeldChat, MadeMove, Storage } from "@servicechat/storage";
import { newId } from "../new-id.ts";
import { budgetOf, type ReplyJob } from "../reply/reply-job.ts";
import { moveOf, openingOf, publishMove, stateOf, type NextMove } from "./request-person.ts";

/** How often, and after how many milliseconds, a place is asked for in a line that is full. */
const [attempts, pauseMs] = [20, 50];

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs" | "agents">;
  readonly coordination: Pick<Coordination, "nodeEvents" | "replies" | "turns" | "nodes">;
  readonly nowMs: () => number;
  /** Runs a reply to its end. Never rejects. */
  readonly run: (job: ReplyJob) => Promise<void>;
  /** Ends a reply that was begun and that no process will write. */
  readonly disown: (replyId: string) => void;
}

/** Returns of chats to the agent. */
export type Returns = ReturnType<typeof createReturns>;

/** Creates the functions that return chats to the agent, which then answers what was left unanswered. */
export function createReturns({ storage, coordination, nowMs, run, disown }: Dependencies) {
  const { handoffs, agents } = storage;

  /**
   * Makes a move that may give the agent its chat, and has the agent answer what that leaves unanswered. The answer's slot
   * in the queue is reserved before anybody can see the move: what the visitor sends next comes after it.
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

  /** Returns the chat to the agent, as the visitor wishes. */
  async function goBack(
    sessionId: string,
    { definition }: Pick<AgentRecord, "definition">,
  ): Promise<HandoffState | "session_erased"> {
    const moved = await giveBack(sessionId, (chat) =>
      chat.holder === "agent" ? undefined : { to: "agent", type: "back_to_assistant" },
    );
    if (moved === "session_erased") return moved;
    return stateOf("agent", openingOf(definition.handoff, nowMs()));
  }

  /** Makes the move that `decide` returns for a chat as it is now; with `undefined` it stays as it is. */
  async function giveBack(
    sessionId: string,
    decide: (chat: HeldChat) => NextMove | undefined,
  ): Promise<"moved" | "unchanged" | "session_erased"> {
    const { result } = await returning(sessionId, async (answer) => {
      const decided = await moveAsDecided(handoffs, sessionId, (chat) => {
        const next = decide(chat);
        if (!next) return { answer: null };
        return { move: moveOf(chat, { ...next, ...(next.to === "agent" && { answer }) }, nowMs()) };
      });
      if (typeof decided === "string" || !("moved" in decided)) return { result: decided };
      publishMove(coordination, decided);
      return { result: decided, made: decided };
    });
    if (typeof result === "string") return "session_erased";
    return "moved" in result ? "moved" : "unchanged";
  }

  return { goBack, giveBack, returning };
}

/**
 * Reserves a slot in a session's queue for a reply that nobody can be asked to send again. In a chat that the agent
 * does not hold, the queue contains messages that are being stored, and soon empties. If it stays full, the reply waits
 * for nobody.
 */
async function reserveTurn(turns: TurnOrder, sessionId: string): Promise<TurnSlot> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await turns.reserve(sessionId);
    if (slot) return slot;
    await pause(pauseMs);
  }
  return { lineUp: async () => undefined, isWaiting: () => false, leave: () => undefined };
}
