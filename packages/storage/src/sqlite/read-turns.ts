import type { AnswerRow } from "../replies.ts";
import type { ConversationStore, TurnRecord } from "../storage.ts";
import type { MessageRow, ReplyRow } from "../tables.ts";
import { turnRecords } from "../turns.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";

interface Parts {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
}

/** Reads neighbouring turns. Numbers have no gaps, so a page is a range of numbers, and reading one never sorts or counts. */
export function createTurnReaders({
  connection,
  exclusive,
}: Parts): Pick<ConversationStore, "readTurns" | "recentTurns"> {
  const newest = connection.prepare<{ turns: number }>("select turns from sessions where id = ?");
  const selectMessages = connection.prepare<MessageRow>(
    "select * from messages where session_id = ? and turn between ? and ? order by turn, position",
  );
  const selectReplies = connection.prepare<ReplyRow>(
    "select * from replies where session_id = ? and turn between ? and ? order by turn",
  );
  const selectAnswers = connection.prepare<AnswerRow>(
    `select id, turn, answer from questions
     where session_id = ? and turn between ? and ? and answer is not null`,
  );

  function readRange(sessionId: string, first: number, last: number): readonly TurnRecord[] {
    return turnRecords({
      messages: selectMessages.all(sessionId, first, last),
      replies: selectReplies.all(sessionId, first, last),
      answers: selectAnswers.all(sessionId, first, last),
    });
  }

  return {
    readTurns: ({ sessionId, after = 0, limit = Infinity }) =>
      exclusive.reading(() => {
        const last = newest.get(sessionId)?.turns ?? 0;
        return readRange(sessionId, after + 1, Math.min(after + limit, last));
      }),

    recentTurns: ({ sessionId, before, limit }) =>
      exclusive.reading(() => {
        const last = Math.min(before - 1, newest.get(sessionId)?.turns ?? 0);
        return readRange(sessionId, last - limit + 1, last);
      }),
  };
}
