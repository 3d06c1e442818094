import { sql, type Kysely } from "kysely";
import type { KeyStore } from "../keys/keys.ts";
import type { ReplyRow, ToldReplyColumns } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { replyRecord, type AnswerRow, type ReplyRecord } from "./replies.ts";
import { createSessions } from "./sessions.ts";

/** The statements for a visitor's message. Each driver writes these by hand, as prepared statements. */
export interface HotStatements extends Pick<
  ConversationStore,
  "findSession" | "acceptTurn" | "saveProgress" | "endReply" | "mayAct" | "readTurns" | "recentTurns"
> {
  readonly findKey: KeyStore["find"];
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same, for transactions that need not wait for the disk: whatever is lost with one is made again. */
  readonly background: Kysely<Tables>;
  readonly hot: HotStatements;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  /** The same, if an earlier time may have failed. */
  readonly removeOldResidue: () => Promise<void>;
}

/** The messages of visitors and agents. */
export function createConversationStore({
  database,
  background,
  hot,
  removeResidue,
  removeOldResidue,
}: Dependencies): ConversationStore {
  const answersTo = ({
    session_id,
    turn,
  }: Pick<ReplyRow, "session_id" | "turn">): Promise<readonly AnswerRow[]> =>
    database
      .selectFrom("questions")
      .select(["id", "turn", "answer"])
      .where("session_id", "=", session_id)
      .where("turn", "=", turn)
      .where("answer", "is not", null)
      .execute();

  const record = async (row: ToldReplyColumns): Promise<ReplyRecord> =>
    replyRecord(row, await answersTo(row));

  return {
    findSession: hot.findSession,
    acceptTurn: hot.acceptTurn,
    saveProgress: hot.saveProgress,
    endReply: hot.endReply,
    mayAct: hot.mayAct,
    readTurns: hot.readTurns,
    recentTurns: hot.recentTurns,
    ...createSessions({ database, background, removeResidue, removeOldResidue }),

    async findIdempotentTurn({ agentId, key, now }) {
      const row = await database
        .selectFrom("idempotency")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("key", "=", key)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return (
        row && {
          bodyHash: row.body_hash,
          sessionId: row.session_id,
          turn: row.turn,
          replyId: row.reply_id,
        }
      );
    },

    async findReply({ sessionId, replyId }) {
      const row = await database
        .selectFrom("replies")
        .selectAll()
        .where("id", "=", replyId)
        .where("session_id", "=", sessionId)
        .executeTakeFirst();
      return row && record(row);
    },

    async findReplyTo({ sessionId, turn }) {
      const row = await database
        .selectFrom("replies")
        .selectAll()
        .where("session_id", "=", sessionId)
        .where("turn", "=", turn)
        .executeTakeFirst();
      return row && record(row);
    },

    async isStreaming(replyId) {
      const row = await database
        .selectFrom("replies")
        .select("id")
        .where("id", "=", replyId)
        .where("status", "=", "streaming")
        .executeTakeFirst();
      return row !== undefined;
    },

    async openReplies(sessionId) {
      const rows = await database
        .selectFrom("replies")
        .selectAll()
        .where("session_id", "=", sessionId)
        .where("status", "=", "streaming")
        .orderBy("turn")
        .execute();
      return Promise.all(rows.map(record));
    },

    async findQuestion({ sessionId, questionId }) {
      const row = await database
        .selectFrom("questions")
        .innerJoin("replies", (join) =>
          join
            .onRef("replies.session_id", "=", "questions.session_id")
            .onRef("replies.turn", "=", "questions.turn"),
        )
        .selectAll("replies")
        .select("questions.answer")
        .where("questions.session_id", "=", sessionId)
        .where("questions.id", "=", questionId)
        .executeTakeFirst();
      return row && { reply: await record(row), answered: row.answer !== null };
    },

    findOrphans: ({ liveNodes }) =>
      database
        .selectFrom("replies")
        .select(["id as replyId", sql<number>`length(content)`.as("length")])
        .where("status", "=", "streaming")
        .$if(liveNodes.length > 0, (query) => query.where("node", "not in", liveNodes))
        .execute(),

    markOrphans: ({ failure, liveNodes }) =>
      database
        .updateTable("replies")
        .set({ status: "incomplete", failure })
        .where("status", "=", "streaming")
        .$if(liveNodes.length > 0, (query) => query.where("node", "not in", liveNodes))
        .returning(["id as replyId", "session_id as sessionId"])
        .execute(),
  };
}
