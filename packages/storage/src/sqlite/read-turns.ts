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

/** The numbers of turns, as one value of a statement. */
const among = "turn in (select value from json_each(?))";

/** Reads neighbouring turns. Numbers have no gaps, so a page is a range of numbers, and reading never sorts or counts. */
export function createTurnReaders({
  connection,
  exclusive,
}: Parts): Pick<ConversationStore, "readTurns" | "recentTurns"> {
  const newest = connection.prepare<{ turns: number }>("select turns from sessions where id = ?");
  const selectReplies = connection.prepare<ReplyRow>(
    "select * from replies where session_id = ? and turn between ? and ? order by turn",
  );
  // By an index that has only these: replaced turns cost nothing, however many there are.
  const selectNewest = connection.prepare<ReplyRow>(
    "select * from replies where session_id = ? and turn < ? and replaced = 0 order by turn desc limit ?",
  );
  const selectMessages = connection.prepare<MessageRow>(
    `select * from messages where session_id = ? and ${among} order by turn, position`,
  );
  const selectAnswers = connection.prepare<AnswerRow>(
    `select id, turn, answer from questions where session_id = ? and ${among} and answer is not null`,
  );

  function withTheRest(sessionId: string, replies: readonly ReplyRow[]): readonly TurnRecord[] {
    const turns = JSON.stringify(replies.map(({ turn }) => turn));
    return turnRecords({
      messages: selectMessages.all(sessionId, turns),
      replies,
      answers: selectAnswers.all(sessionId, turns),
    });
  }

  return {
    readTurns: ({ sessionId, after = 0, limit = Infinity }) =>
      exclusive.reading(() => {
        const last = Math.min(after + limit, newest.get(sessionId)?.turns ?? 0);
        return withTheRest(sessionId, selectReplies.all(sessionId, after + 1, last));
      }),

    recentTurns: ({ sessionId, before, limit }) =>
      exclusive.reading(() =>
        withTheRest(sessionId, selectNewest.all(sessionId, before, limit).toReversed()),
      ),
  };
}
