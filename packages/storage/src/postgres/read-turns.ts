import type { ConversationStore } from "../chats/conversation-store.ts";
import type { AnswerRow, ToldReplyRow } from "../chats/replies.ts";
import { recentTurns, turnRecords, type ReadMessageRow, type TurnRows } from "../chats/turns.ts";
import type { ToldReplyColumns } from "../schema/rows/chats.ts";
import type { Connections } from "./connections.ts";

/** The messages before a reply and the answers to its questions. */
interface Rest {
  readonly messages: readonly ReadMessageRow[];
  readonly answers: readonly AnswerRow[];
}

/** One statement sees one state of the database, so messages and replies always fit together. */
const turns = (columns: string) => `
  select ${columns},
    (select coalesce(json_agg(message order by position), '[]')
      from (select id, turn, position, content, parts, created_at from messages
        where messages.session_id = replies.session_id and messages.turn = replies.turn) as message) as messages,
    (select coalesce(json_agg(question), '[]')
      from (select id, turn, answer from questions
        where questions.session_id = replies.session_id and questions.turn = replies.turn
          and answer is not null) as question) as answers
  from replies where session_id = $1`;

const told = "turn, status, content, parts, transcript, author, author_id, author_name";
const all = `${told}, id, session_id, failure, truncated, created_at, node, rating, comment, rated_at, replaced`;

const following = {
  name: "following-turns",
  text: `${turns(all)} and turn > $2::bigint order by turn limit $3::bigint`,
};
const preceding = {
  name: "preceding-turns",
  text: `${turns(told)} and turn < $2::bigint and replaced = 0 order by turn desc limit $3::bigint`,
};

/** Reads neighbouring turns. */
export function createTurnReaders({
  connections,
}: {
  readonly connections: Connections;
}): Pick<ConversationStore, "readTurns" | "recentTurns"> {
  return {
    async readTurns({ sessionId, after = 0, limit }) {
      const { rows } = await connections.query<ToldReplyColumns & Rest>(following, [sessionId, after, limit]);
      return turnRecords(together(rows));
    },

    async recentTurns({ sessionId, before, limit }) {
      const { rows } = await connections.query<ToldReplyRow & Rest>(preceding, [sessionId, before, limit]);
      return recentTurns(together(rows.toReversed()));
    },
  };
}

function together<Reply extends ToldReplyRow>(rows: readonly (Reply & Rest)[]): TurnRows<Reply> {
  return {
    messages: rows.flatMap((row) => row.messages),
    replies: rows,
    answers: rows.flatMap((row) => row.answers),
  };
}
