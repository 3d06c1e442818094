import type { AnswerRow } from "../replies.ts";
import type { ConversationStore, TurnRecord } from "../storage.ts";
import type { MessageRow, ReplyRow } from "../tables.ts";
import { turnRecords } from "../turns.ts";
import type { Connections } from "./connections.ts";

/** A reply with what stands before it and what was answered of it. */
interface Row extends ReplyRow {
  readonly messages: readonly MessageRow[];
  readonly answers: readonly AnswerRow[];
}

/** One statement sees one state of the database, so messages and replies always fit together. */
const turns = `
  select id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node, rating,
    comment, rated_at, replaced,
    (select coalesce(json_agg(message order by position), '[]')
      from (select id, session_id, turn, position, content, parts, created_at from messages
        where messages.session_id = replies.session_id and messages.turn = replies.turn) as message) as messages,
    (select coalesce(json_agg(question), '[]')
      from (select id, turn, answer from questions
        where questions.session_id = replies.session_id and questions.turn = replies.turn
          and answer is not null) as question) as answers
  from replies where session_id = $1`;

const following = {
  name: "following-turns",
  text: `${turns} and turn > $2::bigint order by turn limit $3::bigint`,
};
const preceding = {
  name: "preceding-turns",
  text: `${turns} and turn < $2::bigint and replaced = 0 order by turn desc limit $3::bigint`,
};

/** Reads neighbouring turns. */
export function createTurnReaders({
  connections,
}: {
  readonly connections: Connections;
}): Pick<ConversationStore, "readTurns" | "recentTurns"> {
  return {
    async readTurns({ sessionId, after = 0, limit }) {
      const { rows } = await connections.query<Row>(following, [sessionId, after, limit]);
      return records(rows);
    },

    async recentTurns({ sessionId, before, limit }) {
      const { rows } = await connections.query<Row>(preceding, [sessionId, before, limit]);
      return records(rows.toReversed());
    },
  };
}

function records(rows: readonly Row[]): readonly TurnRecord[] {
  return turnRecords({
    messages: rows.flatMap((row) => row.messages),
    replies: rows,
    answers: rows.flatMap((row) => row.answers),
  });
}
