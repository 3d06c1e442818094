import { questionIds } from "../replies.ts";
import type { ConversationStore, StoredPart } from "../storage.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";

interface Parts {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
}

/** Writes replies while they grow, and as they ended. */
export function createReplyWriters({
  connection,
  exclusive,
}: Parts): Pick<ConversationStore, "saveProgress" | "endReply"> {
  // A reply that has ended holds its whole text already.
  const append = connection.prepare(
    `update replies set content = content || ?, parts = coalesce(?, parts)
     where id = ? and status = 'streaming'`,
  );
  const end = connection.prepare(
    `update replies set status = ?, content = ?, parts = ?, transcript = ?, failure = ?, truncated = ?
     where id = ?`,
  );
  const insertQuestion = connection.prepare(
    `insert into questions (session_id, id, turn)
     select session_id, ?, turn from replies where id = ? on conflict do nothing`,
  );

  function saveQuestions(replyId: string, parts: readonly StoredPart[]): void {
    for (const questionId of questionIds(parts)) insertQuestion.run(questionId, replyId);
  }

  return {
    async saveProgress(progress) {
      if (progress.length === 0) return;
      await exclusive.writingAhead(() => {
        for (const { replyId, appended, parts } of progress) {
          append.run(appended, parts === undefined ? null : JSON.stringify(parts), replyId);
          if (parts !== undefined) saveQuestions(replyId, parts);
        }
      });
    },

    endReply: ({ replyId, status, content, parts, transcript, failure, truncated }) =>
      exclusive.writing(() => {
        const partsText = JSON.stringify(parts);
        const transcriptText = JSON.stringify(transcript);
        end.run(status, content, partsText, transcriptText, failure, truncated ? 1 : 0, replyId);
        saveQuestions(replyId, parts);
      }),
  };
}
