import type { ChatEventType, MessageStatus } from "@servicechat/contract";
import type { Kysely } from "kysely";
import { snoozedUntil } from "../chat-list/snooze.ts";
import { writeAudit } from "../people/audit.ts";
import type { ChatEventRow } from "../schema/rows/holders.ts";
import type { Tables } from "../schema/tables.ts";
import { positionAfter } from "./chat-position.ts";
import { findUnheard } from "./find-unheard.ts";
import type { ChatEventRecord, ChatMoved, FollowedTurn, HandoffStore } from "./handoff-store.ts";
import { handoffOf, holdingOf, isInHand, type ChatHolding } from "./holder.ts";
import { NotMoved, writeMessage } from "./write-message.ts";
import { recordChange, storeHandoff, writeMove, type LockSession } from "./write-move.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly lockSession: LockSession;
  readonly now: () => number;
}

/** Sessions asked for at once. */
const batch = 100;

/** The holders of chats, in the same way for every database except for the lock on a session. */
export function createHandoffStore({ database, lockSession, now }: Dependencies): HandoffStore {
  async function moving(work: (transaction: Kysely<Tables>) => Promise<ChatMoved>): Promise<ChatMoved> {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (error instanceof NotMoved) return { kind: error.kind };
      throw error;
    }
  }

  return {
    async find(sessionId) {
      const row = await database
        .selectFrom("sessions")
        .leftJoin("handoffs", "handoffs.session_id", "sessions.id")
        .select(["sessions.id", "agent_id", "turns", "holder", "epoch", "held_since"])
        .select(["operator_id", "operator_name", "asked_by", "reason", "summary", "email", "since"])
        .select(["person_at", "returned_turn"])
        .where("sessions.id", "=", sessionId)
        .where("erased", "=", 0)
        .executeTakeFirst();
      return (
        row && {
          ...holdingOf(row),
          sessionId,
          agentId: row.agent_id,
          turns: row.turns,
          handoff: handoffOf(row),
          personAt: row.person_at,
          returnedTurn: row.returned_turn,
        }
      );
    },

    move: (move) => moving((transaction) => writeMove(transaction, lockSession, move)),

    say: ({ sessionId, expected, at, operator, message, audit = [] }) =>
      moving(async (transaction) => {
        const session = await lockSession(transaction, sessionId);
        if (!session) throw new NotMoved("session_erased");
        const holding: ChatHolding = holdingOf(session);
        if (holding.epoch !== expected || holding.operator?.id !== operator.id)
          throw new NotMoved("moved_meanwhile");
        const turn = await writeMessage(transaction, { session, operator, message, epoch: expected, at });
        for (const line of audit) await writeAudit(transaction, line);
        return { kind: "moved", holding, ended: [], turn };
      }),

    async findSaid({ agentId, key, now }) {
      const row = await database
        .selectFrom("idempotency")
        .select(["body_hash", "session_id", "reply_id"])
        .where("agent_id", "=", agentId)
        .where("key", "=", key)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return row && { bodyHash: row.body_hash, sessionId: row.session_id, replyId: row.reply_id };
    },

    addNote: ({ id, sessionId, at, text, operator, audit }) =>
      database.transaction().execute(async (transaction) => {
        const session = await lockSession(transaction, sessionId);
        if (!session) return false;
        const { turn, position } = await positionAfter(transaction, sessionId, session.turns);
        const head = { session_id: sessionId, turn, position, at };
        await transaction
          .insertInto("chat_notes")
          .values({ id, ...head, text, operator_id: operator.id, operator_name: operator.name })
          .execute();
        await recordChange(transaction, sessionId);
        await writeAudit(transaction, audit);
        return true;
      }),

    keepRequest: (request) =>
      database.transaction().execute(async (transaction) => {
        if (!(await lockSession(transaction, request.sessionId))) return;
        await storeHandoff(transaction, request);
        await recordChange(transaction, request.sessionId);
      }),

    async openSession({ id, agentId, tokenHash, at }) {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto("sessions")
        .columns(["id", "agent_id", "token_hash", "created_at", "last_active_at", "turns"])
        .expression((from) =>
          from
            .selectFrom("agents")
            .select((agent) => [
              agent.val(id).as("id"),
              "agents.id as agent_id",
              agent.val(tokenHash).as("token_hash"),
              agent.val(at).as("created_at"),
              agent.val(at).as("last_active_at"),
              agent.val(0).as("turns"),
            ])
            .where("agents.id", "=", agentId)
            .where("deleted", "=", 0),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    async follow({ sessionId, turn, epoch }) {
      // The reads need no transaction: the session is read first, and nothing beyond its state is returned.
      const session = await database
        .selectFrom("sessions")
        .selectAll()
        .where("id", "=", sessionId)
        .where("erased", "=", 0)
        .executeTakeFirst();
      if (!session) return undefined;
      const events =
        session.epoch <= epoch
          ? []
          : await database
              .selectFrom("chat_events")
              .selectAll()
              .where("session_id", "=", sessionId)
              .where("epoch", ">", epoch)
              .where("epoch", "<=", session.epoch)
              .orderBy("epoch")
              .execute();
      const turns =
        session.turns <= turn && session.epoch <= epoch
          ? []
          : await database
              .selectFrom("replies")
              .select(["turn", "id", "status", "author", "author_name", "content", "created_at", "epoch"])
              .where("session_id", "=", sessionId)
              .where((reply) =>
                session.epoch <= epoch
                  ? reply("turn", ">", turn)
                  : reply.or([reply("turn", ">", turn), reply("epoch", ">", epoch)]),
              )
              .where("turn", "<=", session.turns)
              // One restarted since then comes with the event of its move, next time.
              .where("epoch", "<=", session.epoch)
              .orderBy("turn")
              .execute();
      return {
        holding: holdingOf(session),
        position: { turn: session.turns, epoch: session.epoch },
        events: events.map(eventRecord),
        turns: turns.map(followedTurn),
      };
    },

    async findPosition({ sessionId, id }) {
      const event = await database
        .selectFrom("chat_events")
        .select(["turn", "epoch"])
        .where("session_id", "=", sessionId)
        .where("id", "=", id)
        .executeTakeFirst();
      if (event) return event;
      const reply = await database
        .selectFrom("replies")
        .select(["turn", "epoch"])
        .where("session_id", "=", sessionId)
        .where("id", "=", `rep_${id}`)
        .executeTakeFirst();
      return reply ?? (sessionId === `ses_${id}` ? { turn: 0, epoch: 0 } : undefined);
    },

    async listEvents(sessionId) {
      const rows = await database
        .selectFrom("chat_events")
        .selectAll()
        .where("session_id", "=", sessionId)
        .orderBy("epoch")
        .execute();
      return rows.map(eventRecord);
    },

    async headsOf(sessionIds) {
      const heads = [];
      for (let from = 0; from < sessionIds.length; from += batch)
        heads.push(
          ...(await database
            .selectFrom("sessions")
            .select(["id", "token_hash", "turns", "epoch", "taken_epoch"])
            .where("id", "in", sessionIds.slice(from, from + batch))
            .where("erased", "=", 0)
            .execute()),
        );
      return heads.map((row) => ({
        sessionId: row.id,
        tokenHash: row.token_hash,
        turn: row.turns,
        epoch: row.epoch,
        takenEpoch: row.taken_epoch,
      }));
    },

    async listInHand() {
      const rows = await database
        .selectFrom("sessions")
        .leftJoin("handoffs", "handoffs.session_id", "sessions.id")
        .select(["sessions.id", "agent_id", "holder", "epoch", "held_since", "operator_id", "operator_name"])
        .select(["person_at", snoozedUntil("sessions", now()).as("snoozed_until")])
        .where(isInHand)
        .orderBy("held_since")
        .execute();
      return rows.map((row) => ({
        ...holdingOf(row),
        sessionId: row.id,
        agentId: row.agent_id,
        personAt: row.person_at,
        isSnoozed: row.snoozed_until !== null,
      }));
    },

    findUnheard: (query) => findUnheard(database, query),
  };
}

/** Reads a row of the table `chat_events`. */
function eventRecord(row: ChatEventRow): ChatEventRecord {
  const { id, name, at, turn, epoch, after_id: after } = row;
  // Only this package writes the column, from this very type.
  return { id, type: row.type as ChatEventType, name, at, turn, epoch, after };
}

function followedTurn(row: {
  readonly turn: number;
  readonly id: string;
  readonly status: string;
  readonly author: string | null;
  readonly author_name: string | null;
  readonly content: string;
  readonly created_at: number;
  readonly epoch: number;
}): FollowedTurn {
  const author = row.author === "person" || row.author === "nobody" ? row.author : "agent";
  return {
    turn: row.turn,
    replyId: row.id,
    status: row.status as MessageStatus,
    author,
    name: row.author_name,
    text: author === "person" ? row.content : null,
    at: row.created_at,
    epoch: row.epoch,
  };
}
