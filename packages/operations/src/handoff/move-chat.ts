import { randomUUIDv7 } from "node:crypto";
import { moveAsDecided } from "@servicechat/storage";
import type { ChatMove, HeldChat, ListedChat, MadeMove, Person, SessionRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";

/** A chat as it is now, and the move that made it so. */
export interface MovedChat {
  readonly chat: ListedChat;
  /** Absent where nothing changed. */
  readonly made?: MadeMove;
}

/** Why a chat is not moved. */
export type Refusal = RefusedAs<
  | "held_by_other"
  | "handoff_unavailable"
  | "person_needed"
  | "chat_not_found"
  | "operator_not_found"
  | "idempotency_mismatch"
>;

/** The move that an actor makes, but for what every move has. */
export type Wanted = Pick<ChatMove, "to" | "operator" | "handoff" | "message" | "answer" | "audit"> & {
  readonly type: ChatMove["event"]["type"];
  readonly name?: string;
};

/** A move of a chat as it is. */
export function moveOf(
  context: OperationContext,
  chat: HeldChat,
  { type, name, ...wanted }: Wanted,
): ChatMove {
  const event = { id: randomUUIDv7(), type, ...(name !== undefined && { name }) };
  return { sessionId: chat.sessionId, expected: chat.epoch, at: context.now(), event, ...wanted };
}

/** Makes the move that is decided on, unless it is refused or `undefined`. A chat that is gone afterwards was moved nevertheless. */
export async function moveChat(
  context: OperationContext,
  actor: Actor,
  id: string,
  decide: (chat: HeldChat) => Wanted | Refusal | undefined,
): Promise<MovedChat | (Refusal & Pick<MovedChat, "made">)> {
  const { storage } = context;
  const result = await moveAsDecided<Refusal | undefined>(storage.handoffs, id, (chat) => {
    const wanted = decide(chat);
    return wanted === undefined || "kind" in wanted
      ? { answer: wanted }
      : { move: moveOf(context, chat, wanted) };
  });
  if (result === "session_erased") return { kind: "chat_not_found", id };
  if (result === "idempotency_key_taken") return { kind: "idempotency_mismatch" };
  if ("answer" in result && result.answer) return result.answer;
  if ("moved" in result) announce(context, result);
  const made = "moved" in result && { made: result };
  const chat = await storage.chatIndex.find({ scope: { agents: actor.agents }, id });
  return chat ? { chat, ...made } : { kind: "chat_not_found", id, ...made };
}

/** Tells running services at once: a reply that runs ends with it. */
export function announce(
  { nodeEvents }: Pick<OperationContext, "nodeEvents">,
  { moved: { holding }, chat }: MadeMove,
): void {
  const { holder, operator, epoch, since } = holding;
  const name = operator && { name: operator.name };
  const change = { holder, ...name, at: new Date(since ?? 0).toISOString() };
  nodeEvents.publish({ type: "chat-moved", sessionId: chat.sessionId, epoch, change });
}

/** Whether the agent of a chat hands over. */
export async function findAgentRefusal(
  { storage }: OperationContext,
  { agentId }: SessionRecord,
): Promise<RefusedAs<"handoff_unavailable"> | undefined> {
  const agent = await storage.agents.find(agentId);
  return agent?.definition.handoff ? undefined : { kind: "handoff_unavailable", id: agentId };
}

/** Somebody else holds it. */
export function heldBy({ operator }: HeldChat): RefusedAs<"held_by_other"> | undefined {
  return operator ? { kind: "held_by_other", holder: operator } : undefined;
}

/** Taking what the agent has or who waits in it. */
export function takeOf(context: OperationContext, actor: Actor, chat: HeldChat, operator: Person): Wanted {
  return {
    to: "person",
    type: "joined",
    name: operator.name,
    operator,
    ...(chat.holder === "agent" && { handoff: unasked(context.now()) }),
    audit: [auditLine(context, actor, "chat.take", { kind: "chat", id: chat.sessionId })],
  };
}

/** Nobody asked for the person who comes. */
export function unasked(since: number) {
  return { by: "operator", reason: null, summary: null, email: null, since } as const;
}

/** Nobody in whose name it could be said asks. */
export const personNeeded = { kind: "person_needed" } as const;
