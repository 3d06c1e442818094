import { randomUUIDv7, createHash } from "node:crypto";
import { moveAsDecided } from "@servicechat/storage";
import type { ChatMove, HeldChat, ListedChat, MadeMove, Person, SessionRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
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
type Refusal = RefusedAs<
  | "held_by_other"
  | "handoff_unavailable"
  | "person_needed"
  | "chat_not_found"
  | "operator_not_found"
  | "idempotency_mismatch"
>;

/** A move that an actor requests, without what every move has. */
type RequestedMove = Pick<ChatMove, "to" | "operator" | "handoff" | "message" | "answer" | "audit"> & {
  readonly type: ChatMove["event"]["type"];
  readonly name?: string;
};

/** A move of a chat as it is. */
function moveOf(
  context: OperationContext,
  chat: HeldChat,
  { type, name, ...requested }: RequestedMove,
): ChatMove {
  const event = { id: randomUUIDv7(), type, ...(name !== undefined && { name }) };
  return { sessionId: chat.sessionId, expected: chat.epoch, at: context.now(), event, ...requested };
}

/** Makes the move that `decide` returns, unless it is a refusal or `undefined`. A chat that no longer exists afterwards was moved all the same. */
export async function moveChat(
  context: OperationContext,
  actor: Actor,
  id: string,
  decide: (chat: HeldChat) => RequestedMove | Refusal | undefined,
): Promise<MovedChat | (Refusal & Pick<MovedChat, "made">)> {
  const { storage } = context;
  const result = await moveAsDecided<Refusal | undefined>(storage.handoffs, id, (chat) => {
    const requested = decide(chat);
    return requested === undefined || "kind" in requested
      ? { answer: requested }
      : { move: moveOf(context, chat, requested) };
  });
  if (result === "session_erased") return { kind: "chat_not_found", id };
  if (result === "idempotency_key_taken") return { kind: "idempotency_mismatch" };
  if ("answer" in result && result.answer) return result.answer;
  if ("moved" in result) announce(context, result);
  const made = "moved" in result && { made: result };
  const chat = await storage.chatIndex.find({ scope: { agents: actor.agents }, id });
  return chat ? { chat, ...made } : { kind: "chat_not_found", id, ...made };
}

/** Notifies running services at once: this ends a running reply. */
function announce(
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

/** The refusal if an operator holds the chat. */
export function heldBy({ operator }: HeldChat): RefusedAs<"held_by_other"> | undefined {
  return operator ? { kind: "held_by_other", holder: operator } : undefined;
}

/** The move with which an operator takes a chat from the agent or from the queue. */
export function takeOf(
  context: OperationContext,
  actor: Actor,
  chat: HeldChat,
  operator: Person,
): RequestedMove {
  return {
    to: "person",
    type: "joined",
    name: operator.name,
    operator,
    ...(chat.holder === "agent" && { handoff: unrequested(context.now()) }),
    audit: [auditLine(context, actor, "chat.take", { kind: "chat", id: chat.sessionId })],
  };
}

/** The handoff of a chat that a person takes without having been asked for. */
export function unrequested(since: number) {
  return { by: "operator", reason: null, summary: null, email: null, since } as const;
}

/** The actor is not a person in whose name a message could be sent. */
export const personNeeded = { kind: "person_needed" } as const;

/** How long an Idempotency-Key identifies its message, in milliseconds. */
const idempotencyMs = 86_400_000;

/** A person's message. */
export interface SentMessage {
  /** Of the reply as which it is stored. */
  readonly replyId: string;
  readonly text: string;
  readonly at: number;
  readonly by: Person;
  /** Whether it was sent before, with the same key. */
  readonly isRepeated: boolean;
  readonly made?: MadeMove;
}

/** A person's message for a chat, and the key that makes it unique. */
interface MessageRequest {
  readonly id: string;
  readonly text: string;
  readonly key?: string;
}

/** Sends a message to the visitor, and takes the chat with it unless the actor holds it. */
export async function sendMessage(
  context: OperationContext,
  session: SessionRecord,
  { id, text, key }: MessageRequest,
  actor: Actor,
): Promise<SentMessage | Refusal> {
  const person = actor.person;
  if (!person) return personNeeded;
  const refusal = await findAgentRefusal(context, session);
  if (refusal) return refusal;
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([id, text]))
    .digest("hex");
  const storedKey = key === undefined ? undefined : hashKey(person, key);
  const message = {
    replyId: `rep_${randomUUIDv7()}`,
    text,
    ...(storedKey !== undefined && {
      idempotency: { key: storedKey, bodyHash, expiresAt: context.now() + idempotencyMs },
    }),
  };
  const earlier = await findRepeated(context, session, { storedKey, bodyHash, text, person });
  if (earlier) return earlier;
  const audit = auditLine(context, actor, "chat.message", { kind: "chat", id });
  const { handoffs } = context.storage;
  for (;;) {
    const chat = await handoffs.find(id);
    if (!chat) return { kind: "chat_not_found", id };
    const other = chat.holder === "person" && chat.operator?.id !== person.id ? heldBy(chat) : undefined;
    if (other) return other;
    const at = context.now();
    const query = { sessionId: id, expected: chat.epoch, at, operator: person, message };
    const isHeld = chat.operator?.id === person.id;
    const take = takeOf(context, actor, chat, person);
    const moved = isHeld
      ? await handoffs.say({ ...query, audit: [audit] })
      : await handoffs.move(
          moveOf(context, chat, { ...take, message, audit: [...(take.audit ?? []), audit] }),
        );
    if (moved.kind === "session_erased") return { kind: "chat_not_found", id };
    if (moved.kind === "idempotency_key_taken")
      return (
        (await findRepeated(context, session, { storedKey, bodyHash, text, person })) ?? {
          kind: "idempotency_mismatch",
        }
      );
    if (moved.kind === "moved" && !isHeld) announce(context, { moved, chat });
    if (moved.kind === "moved")
      return {
        replyId: message.replyId,
        text,
        at,
        by: person,
        isRepeated: false,
        ...(!isHeld && { made: { moved, chat } }),
      };
  }
}

/** The stored form of a key, which no visitor's key can have. */
function hashKey({ id }: Person, key: string): string {
  return `operator:${createHash("sha256")
    .update(JSON.stringify([id, key]))
    .digest("hex")}`;
}

/** The message that was sent with this key. */
async function findRepeated(
  { storage, now }: OperationContext,
  { id, agentId }: SessionRecord,
  {
    storedKey,
    bodyHash,
    text,
    person,
  }: {
    readonly storedKey: string | undefined;
    readonly bodyHash: string;
    readonly text: string;
    readonly person: Person;
  },
): Promise<SentMessage | RefusedAs<"idempotency_mismatch"> | undefined> {
  if (storedKey === undefined) return undefined;
  const kept = await storage.handoffs.findSaid({ agentId, key: storedKey, now: now() });
  if (!kept) return undefined;
  const reply =
    kept.bodyHash === bodyHash && kept.sessionId === id
      ? await storage.conversations.findReply({ sessionId: id, replyId: kept.replyId })
      : undefined;
  if (!reply) return { kind: "idempotency_mismatch" };
  const by = reply.author?.kind === "person" ? { id: reply.author.id, name: reply.author.name } : person;
  return { replyId: reply.id, text, at: reply.createdAt, by, isRepeated: true };
}
