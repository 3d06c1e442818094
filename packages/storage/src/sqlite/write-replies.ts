import { questionIds } from "../replies.ts";
import type { ConversationStore, ReplyFacts, StoredPart } from "../storage.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";
import type { Spending } from "./spending.ts";

interface Parts {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  readonly spending: Spending;
}

/** Writes replies while they grow, and as they ended. */
export function createReplyWriters({
  connection,
  exclusive,
  spending,
}: Parts): Pick<ConversationStore, "saveProgress" | "endReply"> {
  // A reply that has ended holds its whole text already.
  const append = connection.prepare(
    `update replies set content = content || substr(?1, length(content) - ?2 + 1), parts = coalesce(?3, parts)
     where id = ?4 and status = 'streaming' and length(content) >= ?2`,
  );
  const isStreaming = connection.prepare("select 1 from replies where id = ? and status = 'streaming'");
  const end = connection.prepare(
    `update replies set status = ?, content = ?, parts = ?, transcript = ?, failure = ?, truncated = ?
     where id = ?`,
  );
  const putFacts = connection.prepare(
    `insert into reply_facts (reply_id, agent_id, key_id, model, asked_at, tokens_in, tokens_out, unanswered)
     select id, ?, ?, ?, created_at, ?, ?, ? from replies where id = ?
     on conflict (reply_id) do update set
       model = excluded.model, tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out,
       unanswered = excluded.unanswered`,
  );
  const insertQuestion = connection.prepare(
    `insert into questions (session_id, id, turn)
     select session_id, ?, turn from replies where id = ? on conflict do nothing`,
  );

  function saveQuestions(replyId: string, parts: readonly StoredPart[]): void {
    for (const questionId of questionIds(parts)) insertQuestion.run(questionId, replyId);
  }

  function saveFacts(replyId: string, facts: ReplyFacts): void {
    const { agentId, keyId, model, inputTokens, outputTokens, unanswered } = facts;
    putFacts.run(agentId, keyId, model, inputTokens, outputTokens, unanswered ? 1 : 0, replyId);
  }

  return {
    async saveProgress(progress) {
      if (progress.length === 0) return [];
      return exclusive.writingAhead(() => {
        const behind: string[] = [];
        for (const { replyId, offset, appended, parts } of progress) {
          const partsText = parts === undefined ? null : JSON.stringify(parts);
          const changed = append.run(appended, offset, partsText, replyId);
          if (changed === 0 && isStreaming.get(replyId)) behind.push(replyId);
          if (parts !== undefined) saveQuestions(replyId, parts);
        }
        return behind;
      });
    },

    endReply: ({ replyId, status, content, parts, transcript, failure, truncated, spentTokens, facts }) =>
      exclusive.writing(() => {
        const partsText = JSON.stringify(parts);
        const transcriptText = JSON.stringify(transcript);
        end.run(status, content, partsText, transcriptText, failure, truncated ? 1 : 0, replyId);
        saveQuestions(replyId, parts);
        if (facts) saveFacts(replyId, facts);
        if (spentTokens !== undefined) spending.settle(replyId, spentTokens);
      }),
  };
}
