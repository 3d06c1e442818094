import { createHash, randomUUIDv7 } from "node:crypto";
import type { MadeMove, Person, SessionRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import {
  announce,
  findAgentRefusal,
  heldBy,
  moveOf,
  personNeeded,
  takeOf,
  type Refusal,
} from "./move-chat.ts";

/** How long an Idempotency-Key identifies its message, in milliseconds. */
const keptMs = 86_400_000;

/** A person's message. */
export interface SaidMessage {
  /** Of the reply as which it is stored. */
  readonly replyId: string;
  readonly text: string;
  readonly at: number;
  readonly by: Person;
  /** It was said before, under the same key. */
  readonly isRepeated: boolean;
  readonly made?: MadeMove;
}

/** A person's message for a chat, and the key that makes it unique. */
interface SayRequest {
  readonly id: string;
  readonly text: string;
  readonly key?: string;
}

/** Says something to the visitor, and takes the chat with it unless the actor holds it. */
export async function sayInChat(
  context: OperationContext,
  session: SessionRecord,
  { id, text, key }: SayRequest,
  actor: Actor,
): Promise<SaidMessage | Refusal> {
  const person = actor.person;
  if (!person) return personNeeded;
  const refusal = await findAgentRefusal(context, session);
  if (refusal) return refusal;
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([id, text]))
    .digest("hex");
  const keptKey = key === undefined ? undefined : hashKey(person, key);
  const message = {
    replyId: `rep_${randomUUIDv7()}`,
    text,
    ...(keptKey !== undefined && {
      idempotency: { key: keptKey, bodyHash, expiresAt: context.now() + keptMs },
    }),
  };
  const said = await findRepeated(context, session, { keptKey, bodyHash, text, person });
  if (said) return said;
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
        (await findRepeated(context, session, { keptKey, bodyHash, text, person })) ?? {
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

/** The message that was said under this key. */
async function findRepeated(
  { storage, now }: OperationContext,
  { id, agentId }: SessionRecord,
  {
    keptKey,
    bodyHash,
    text,
    person,
  }: {
    readonly keptKey: string | undefined;
    readonly bodyHash: string;
    readonly text: string;
    readonly person: Person;
  },
): Promise<SaidMessage | RefusedAs<"idempotency_mismatch"> | undefined> {
  if (keptKey === undefined) return undefined;
  const kept = await storage.handoffs.findSaid({ agentId, key: keptKey, now: now() });
  if (!kept) return undefined;
  const reply =
    kept.bodyHash === bodyHash && kept.sessionId === id
      ? await storage.conversations.findReply({ sessionId: id, replyId: kept.replyId })
      : undefined;
  if (!reply) return { kind: "idempotency_mismatch" };
  const by = reply.author?.kind === "person" ? { id: reply.author.id, name: reply.author.name } : person;
  return { replyId: reply.id, text, at: reply.createdAt, by, isRepeated: true };
}
