import type { ConversationStore } from "../chats/conversation-store.ts";
import type { AnswerRow, ToldReplyRow } from "../chats/replies.ts";
import { recentTurns, turnRecords, type ReadMessageRow, type TurnRows } from "../chats/turns.ts";
import type { ToldReplyColumns } from "../schema/rows/chats.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
}

/** The numbers of turns, as one value of a statement. */
const among = "turn in (select value from json_each(?))";

/** Reads neighbouring turns. Numbers have no gaps, so a page is a range of numbers, and reading never sorts or counts. */
export function createTurnReaders({
  connection,
  exclusive,
}: Dependencies): Pick<ConversationStore, "readTurns" | "recentTurns"> {
  const newest = connection.prepare<{ turns: number }>("select turns from sessions where id = ?");
  const selectReplies = connection.prepare<ToldReplyColumns>(
    `select id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node, rating, comment,
       rated_at, replaced, author, author_id, author_name
     from replies where session_id = ? and turn between ? and ? order by turn`,
  );
  // By an index that has only these: replaced turns cost nothing, however many there are.
  const selectNewest = connection.prepare<ToldReplyRow>(
    `select turn, status, content, parts, transcript, author, author_id, author_name from replies
     where session_id = ? and turn < ? and replaced = 0 order by turn desc limit ?`,
  );
  const selectMessages = connection.prepare<ReadMessageRow>(
    `select id, turn, content, parts, created_at from messages
     where session_id = ? and ${among} order by turn, position`,
  );
  const selectAnswers = connection.prepare<AnswerRow>(
    `select id, turn, answer from questions where session_id = ? and ${among} and answer is not null`,
  );

  function withTheRest<Reply extends ToldReplyRow>(
    sessionId: string,
    replies: readonly Reply[],
  ): TurnRows<Reply> {
    const turns = JSON.stringify(replies.map(({ turn }) => turn));
    return {
      messages: selectMessages.all(sessionId, turns),
      replies,
      answers: selectAnswers.all(sessionId, turns),
    };
  }

  return {
    readTurns: ({ sessionId, after = 0, limit = Infinity }) =>
      exclusive.reading(() => {
        const last = Math.min(after + limit, newest.get(sessionId)?.turns ?? 0);
        return turnRecords(withTheRest(sessionId, selectReplies.all(sessionId, after + 1, last)));
      }),

    recentTurns: ({ sessionId, before, limit }) =>
      exclusive.reading(() =>
        recentTurns(withTheRest(sessionId, selectNewest.all(sessionId, before, limit).toReversed())),
      ),
  };
}
