import { sql, type Kysely } from "kysely";
import { reserveTokens } from "../keys/budgets.ts";
import { writeAudit } from "../people/audit.ts";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import { positionAfter, positionBefore } from "./chat-position.ts";
import type { ChatMove, ChatMoved } from "./handoff-store.ts";
import type { ChatHolding } from "./holder.ts";
import { emptyReply, NotMoved, writeMessage } from "./write-message.ts";

/**
 * The row of a session, locked until the transaction ends: no other move, no turn, no end of a
 * reply, no erasure.
 */
export type LockSession = (transaction: Kysely<Tables>, sessionId: string) => Promise<SessionRow | undefined>;

/** Writes a move of a chat, within a transaction. @throws NotMoved */
export async function writeMove(
  transaction: Kysely<Tables>,
  lockSession: LockSession,
  move: ChatMove,
): Promise<ChatMoved> {
  const {
    sessionId,
    expected,
    expectedPersonAt,
    at,
    to,
    operator,
    event,
    message,
    answer,
    audit = [],
  } = move;
  const session = await lockSession(transaction, sessionId);
  if (!session) throw new NotMoved("session_erased");
  if (session.epoch !== expected) throw new NotMoved("moved_meanwhile");
  if (expectedPersonAt !== undefined && (await personAtOf(transaction, sessionId)) !== expectedPersonAt)
    throw new NotMoved("moved_meanwhile");
  const epoch = session.epoch + 1;
  const holding: ChatHolding = { holder: to, operator: operator ?? null, epoch, since: at };
  const ended = to === "person" ? await endReplies(transaction, sessionId) : [];
  await transaction
    .updateTable("sessions")
    .set({
      holder: to,
      epoch,
      held_since: at,
      operator_id: operator?.id ?? null,
      operator_name: operator?.name ?? null,
      ...(to === "person" && { taken_epoch: epoch }),
    })
    .where("id", "=", sessionId)
    .execute();
  const { turn, position, afterId } = await positionAfter(transaction, sessionId, session.turns);
  await transaction
    .insertInto("chat_events")
    .values({
      id: event.id,
      session_id: sessionId,
      turn,
      position,
      at,
      epoch,
      type: event.type,
      name: event.name ?? null,
      after_id: afterId,
    })
    .execute();
  await keepFacts(transaction, move, session.turns);
  const said =
    message && operator && (await writeMessage(transaction, { ...move, operator, message, epoch, session }));
  const reopened =
    to === "agent" && answer ? await reopen(transaction, { session, answer, epoch, at }) : undefined;
  await recordChange(transaction, sessionId);
  for (const line of audit) await writeAudit(transaction, line);
  return {
    kind: "moved",
    holding,
    ended,
    ...(said !== undefined && { turn: said }),
    ...(reopened && { answer: reopened }),
  };
}

async function personAtOf(transaction: Kysely<Tables>, sessionId: string): Promise<number | null> {
  const row = await transaction
    .selectFrom("handoffs")
    .select("person_at")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row?.person_at ?? null;
}

/**
 * Ends the agent's replies. Of those that have said nothing yet, the visitor's message is one that a person is to answer.
 * @returns their ids
 */
async function endReplies(transaction: Kysely<Tables>, sessionId: string): Promise<readonly string[]> {
  const isSilent = sql<boolean>`content = '' and parts = '[]'`;
  const rows = await transaction
    .updateTable("replies")
    .set({
      status: sql<string>`case when ${isSilent} then 'complete' else 'stopped' end`,
      author: sql<string | null>`case when ${isSilent} then 'nobody' end`,
    })
    .where("session_id", "=", sessionId)
    .where("status", "=", "streaming")
    .returning(["id", "turn", "author"])
    .execute();
  for (const { turn, author } of rows)
    if (author === "nobody") await positionBefore(transaction, sessionId, turn);
  return rows.map(({ id }) => id);
}

async function keepFacts(
  transaction: Kysely<Tables>,
  { sessionId, to, handoff, at }: ChatMove,
  turns: number,
): Promise<void> {
  if (handoff) await storeHandoff(transaction, { sessionId, ...handoff });
  await transaction
    .updateTable("handoffs")
    .set({ ...(to === "person" && { person_at: at }), returned_turn: to === "agent" ? turns : null })
    .where("session_id", "=", sessionId)
    .execute();
}

/** Keeps why a person was asked for, in place of what was kept before; an address stays unless there is another. */
export async function storeHandoff(
  transaction: Kysely<Tables>,
  handoff: NonNullable<ChatMove["handoff"]> & { readonly sessionId: string },
): Promise<void> {
  const { sessionId, by, reason, summary, email, since, keyId = null } = handoff;
  await transaction
    .insertInto("handoffs")
    .values({
      session_id: sessionId,
      asked_by: by,
      reason,
      summary,
      email,
      since,
      person_at: null,
      returned_turn: null,
      key_id: keyId,
    })
    .onConflict((conflict) =>
      conflict.column("session_id").doUpdateSet((row) => ({
        asked_by: by,
        reason,
        summary,
        since,
        email: email ?? row.ref("handoffs.email"),
        key_id: keyId ?? row.ref("handoffs.key_id"),
      })),
    )
    .execute();
}

/** Lets the agent answer the newest message, if it is the visitor's, nobody has answered it, and its key can pay for it. */
async function reopen(
  transaction: Kysely<Tables>,
  {
    session,
    answer: { replyId, node, budget },
    epoch,
    at,
  }: {
    readonly session: SessionRow;
    readonly answer: NonNullable<ChatMove["answer"]>;
    readonly epoch: number;
    readonly at: number;
  },
): Promise<{ readonly turn: number; readonly keyId: string | null } | undefined> {
  const { id: sessionId, turns: turn } = session;
  const unanswered = await transaction
    .selectFrom("replies")
    .select(["id", "asked_key"])
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .where("author", "=", "nobody")
    .where("replaced", "=", 0)
    .executeTakeFirst();
  if (!unanswered) return undefined;
  const { asked_key: keyId } = unanswered;
  const paid = budget && keyId !== null && { replyId, node, budget: { ...budget, keyId }, at };
  if (paid && !(await reserveTokens(transaction, paid))) return undefined;
  // Another row: what still writes to the former one writes to nothing.
  await transaction.deleteFrom("replies").where("id", "=", unanswered.id).execute();
  // Its answer is the first one that the agent gives again.
  await transaction
    .updateTable("handoffs")
    .set({ returned_turn: turn - 1 })
    .where("session_id", "=", sessionId)
    .execute();
  await transaction
    .insertInto("replies")
    .values({
      ...emptyReply,
      id: replyId,
      session_id: sessionId,
      turn,
      status: "streaming",
      created_at: at,
      node,
      // A person may take it during this reply too, and give it back.
      asked_key: keyId,
      epoch,
    })
    .execute();
  return { turn, keyId };
}

/** Marks the chat's row in the lists of operators to be written again. */
export async function recordChange(transaction: Kysely<Tables>, sessionId: string): Promise<void> {
  await transaction.insertInto("chat_changes").values({ session_id: sessionId, turn: 0 }).execute();
}
