import type { Kysely } from "kysely";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import type { ChatMoved, NewPersonMessage } from "./handoff-store.ts";
import type { Person } from "./holder.ts";

/** Takes a transaction back, and says why. */
export class NotMoved extends Error {
  readonly kind: Exclude<ChatMoved["kind"], "moved">;

  constructor(kind: Exclude<ChatMoved["kind"], "moved">) {
    super(kind);
    this.kind = kind;
  }
}

/** Writes what a person says, as a turn without a question of the visitor. @returns its number. @throws NotMoved */
export async function writeMessage(
  transaction: Kysely<Tables>,
  {
    session,
    operator,
    message,
    epoch,
    at,
  }: {
    readonly session: SessionRow;
    readonly operator: Person;
    readonly message: NewPersonMessage;
    readonly epoch: number;
    readonly at: number;
  },
): Promise<number> {
  const turn = session.turns + 1;
  await transaction
    .updateTable("sessions")
    .set({ turns: turn, last_active_at: Math.max(at, session.last_active_at) })
    .where("id", "=", session.id)
    .execute();
  await transaction
    .insertInto("replies")
    .values({
      ...emptyReply,
      id: message.replyId,
      session_id: session.id,
      turn,
      status: "complete",
      content: message.text,
      parts: JSON.stringify([{ type: "text", start: 0 }]),
      created_at: at,
      author: "person",
      author_id: operator.id,
      author_name: operator.name,
      epoch,
    })
    .execute();
  await transaction
    .updateTable("handoffs")
    .set({ person_at: at })
    .where("session_id", "=", session.id)
    .execute();
  if (message.idempotency) await keepKey(transaction, { session, turn, message, at });
  return turn;
}

/** The common values of all replies that no agent has given yet. */
export const emptyReply = {
  content: "",
  parts: "[]",
  transcript: "[]",
  failure: null,
  truncated: 0,
  node: "",
  rating: null,
  comment: null,
  rated_at: null,
  replaced: 0,
  details: null,
  author: null,
  author_id: null,
  author_name: null,
  asked_key: null,
} as const;

async function keepKey(
  transaction: Kysely<Tables>,
  {
    session,
    turn,
    message: { replyId, idempotency },
    at,
  }: {
    readonly session: SessionRow;
    readonly turn: number;
    readonly message: NewPersonMessage;
    readonly at: number;
  },
): Promise<void> {
  if (!idempotency) return;
  const { key, bodyHash, expiresAt } = idempotency;
  const kept = await transaction
    .insertInto("idempotency")
    .values({
      agent_id: session.agent_id,
      key,
      body_hash: bodyHash,
      session_id: session.id,
      turn,
      reply_id: replyId,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["agent_id", "key"])
        .doUpdateSet({
          body_hash: bodyHash,
          session_id: session.id,
          turn,
          reply_id: replyId,
          expires_at: expiresAt,
        })
        .where("idempotency.expires_at", "<=", at),
    )
    .returning("key")
    .execute();
  if (kept.length === 0) throw new NotMoved("idempotency_key_taken");
}
