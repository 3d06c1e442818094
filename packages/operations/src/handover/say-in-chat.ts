import { createHash, randomUUIDv7 } from "node:crypto";
import type { MadeMove, Person, SessionRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationParts } from "../operation-parts.ts";
import {
  announce,
  findAgentRefusal,
  heldBy,
  moveOf,
  personNeeded,
  takeOf,
  type Refusal,
} from "./move-chat.ts";

/** Time for which an Idempotency-Key stands for its message, in milliseconds. */
const keptMs = 86_400_000;

/** What a person has said. */
export interface SaidMessage {
  /** Of the reply that it is kept as. */
  readonly replyId: string;
  readonly text: string;
  readonly at: number;
  readonly by: Person;
  /** It was said before, under the same key. */
  readonly isRepeated: boolean;
  readonly made?: MadeMove;
}

/** What a person wants to say in which chat, and under which key it is said once. */
interface SayRequest {
  readonly id: string;
  readonly text: string;
  readonly key?: string;
}

/** Says something to the visitor, and takes the chat with it unless the asker holds it. */
export async function sayInChat(
  parts: OperationParts,
  session: SessionRecord,
  { id, text, key }: SayRequest,
  asker: Asker,
): Promise<SaidMessage | Refusal> {
  const person = asker.person;
  if (!person) return personNeeded;
  const refusal = await findAgentRefusal(parts, session);
  if (refusal) return refusal;
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([id, text]))
    .digest("hex");
  const keptKey = key === undefined ? undefined : hashKey(person, key);
  const message = {
    replyId: `rep_${randomUUIDv7()}`,
    text,
    ...(keptKey !== undefined && {
      idempotency: { key: keptKey, bodyHash, expiresAt: parts.now() + keptMs },
    }),
  };
  const said = await findRepeated(parts, session, { keptKey, bodyHash, text, person });
  if (said) return said;
  const audit = auditLine(parts, asker, "chat.message", { kind: "chat", id });
  const { handovers } = parts.storage;
  for (;;) {
    const chat = await handovers.find(id);
    if (!chat) return { kind: "chat_not_found", id };
    const other = chat.holder === "person" && chat.operator?.id !== person.id ? heldBy(chat) : undefined;
    if (other) return other;
    const at = parts.now();
    const query = { sessionId: id, expected: chat.epoch, at, operator: person, message };
    const isHeld = chat.operator?.id === person.id;
    const take = takeOf(parts, asker, chat, person);
    const moved = isHeld
      ? await handovers.say({ ...query, audit: [audit] })
      : await handovers.move(
          moveOf(parts, chat, { ...take, message, audit: [...(take.audit ?? []), audit] }),
        );
    if (moved.kind === "session_erased") return { kind: "chat_not_found", id };
    if (moved.kind === "idempotency_key_taken")
      return (
        (await findRepeated(parts, session, { keptKey, bodyHash, text, person })) ?? {
          kind: "idempotency_mismatch",
        }
      );
    if (moved.kind === "moved" && !isHeld) announce(parts, { moved, chat });
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

/** What is kept of a key, which no visitor's key can be. */
function hashKey({ id }: Person, key: string): string {
  return `operator:${createHash("sha256")
    .update(JSON.stringify([id, key]))
    .digest("hex")}`;
}

/** The message that was said under this key. */
async function findRepeated(
  { storage, now }: OperationParts,
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
  const kept = await storage.handovers.findSaid({ agentId, key: keptKey, now: now() });
  if (!kept) return undefined;
  const reply =
    kept.bodyHash === bodyHash && kept.sessionId === id
      ? await storage.conversations.findReply({ sessionId: id, replyId: kept.replyId })
      : undefined;
  if (!reply) return { kind: "idempotency_mismatch" };
  const by = reply.author?.kind === "person" ? { id: reply.author.id, name: reply.author.name } : person;
  return { replyId: reply.id, text, at: reply.createdAt, by, isRepeated: true };
}
