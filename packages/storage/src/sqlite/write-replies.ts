import type { ConversationStore } from "../chats/conversation-store.ts";
import { endingNumber, questionIds, type UnsavedReply } from "../chats/replies.ts";
import { holdingOf, type HoldingColumns } from "../holders/holder.ts";
import type { StoredPart } from "../schema/rows/chats.ts";
import type { ReplyFacts } from "../usage/reply-facts.ts";
import { countsOfReply, factColumns } from "../usage/usage-counts.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";
import type { Spending } from "./spending.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  readonly spending: Spending;
}

/** Writes replies while they grow, and as they ended. */
export function createReplyWriters({
  connection,
  exclusive,
  spending,
}: Dependencies): Pick<ConversationStore, "saveProgress" | "endReply" | "mayAct"> {
  // A reply that has ended holds its whole text already.
  const append = connection.prepare(
    `update replies set content = content || substr(?1, length(content) - ?2 + 1), parts = coalesce(?3, parts)
     where id = ?4 and status = 'streaming' and length(content) >= ?2`,
  );
  const isStreaming = connection.prepare("select 1 from replies where id = ? and status = 'streaming'");
  // A person who has taken the chat since has ended it.
  const isTaken = connection.prepare<HoldingColumns>(
    `select holder, sessions.epoch, held_since, operator_id, operator_name
     from replies join sessions on sessions.id = session_id
     where replies.id = ? and replies.epoch < taken_epoch`,
  );
  const explain = connection.prepare("update replies set details = ? where id = ?");
  const end = connection.prepare(
    `update replies set status = ?, content = ?, parts = ?, transcript = ?, failure = ?, truncated = ?,
       details = ? where id = ?`,
  );
  const addFacts = connection.prepare(
    `insert into reply_facts (reply_id, agent_id, key_id, asked_at, model, tokens_in, tokens_out, unanswered,
       version, tokens_cached, first_text_ms, total_ms, best_score, finish, language, marks, tools_ok, tools_failed,
       uncounted)
     select id, ?2, ?3, created_at, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18
     from replies where id = ?1 on conflict do nothing`,
  );
  const changeFacts = connection.prepare(
    `update reply_facts set model = ?4, tokens_in = ?5, tokens_out = ?6, unanswered = ?7, version = ?8,
       tokens_cached = ?9, first_text_ms = ?10, total_ms = ?11, best_score = ?12, finish = ?13, language = ?14,
       marks = ?15, tools_ok = ?16, tools_failed = ?17
     where reply_id = ?1 and agent_id = ?2 and key_id = ?3`,
  );
  const readTurn = connection.prepare<{ author: string | null; turn: number; messages: number }>(
    `select author, turn, (select count(*) from messages where session_id = replies.session_id and turn = replies.turn) as messages
     from replies where id = ?`,
  );
  // An earlier change of this turn may have been listed before the facts were there.
  const recordChange = connection.prepare(
    "insert into chat_changes (session_id, turn) select session_id, turn from replies where id = ?",
  );
  const insertQuestion = connection.prepare(
    `insert into questions (session_id, id, turn)
     select session_id, ?, turn from replies where id = ? on conflict do nothing`,
  );

  function saveQuestions(replyId: string, parts: readonly StoredPart[]): void {
    for (const questionId of questionIds(parts)) insertQuestion.run(questionId, replyId);
  }

  function saveFacts(replyId: string, facts: ReplyFacts): void {
    const { bestScore, marks, toolsOk, toolsFailed } = factColumns(facts);
    const { agentId, keyId, model, inputTokens, outputTokens, unanswered, version, cachedTokens } = facts;
    const tokens = [inputTokens, outputTokens, unanswered ? 1 : 0, version, cachedTokens] as const;
    const rest = [facts.firstTextMs, facts.totalMs, bestScore, facts.finish, facts.language, marks] as const;
    const values = [replyId, agentId, keyId, model, ...tokens, ...rest, toolsOk, toolsFailed] as const;
    const turn = readTurn.get(replyId);
    const uncounted = turn && JSON.stringify(countsOfReply(facts, turn));
    if (addFacts.run(...values, uncounted ?? null) === 0) changeFacts.run(...values);
  }

  return {
    async saveProgress(progress) {
      if (progress.length === 0) return [];
      return exclusive.writingAhead(() => {
        const unsaved: UnsavedReply[] = [];
        for (const { replyId, offset, appended, parts } of progress) {
          const partsText = parts === undefined ? null : JSON.stringify(parts);
          const changed = append.run(appended, offset, partsText, replyId);
          const isBehind = changed === 0 && isStreaming.get(replyId) !== undefined;
          if (changed === 0) unsaved.push({ replyId, why: isBehind ? "behind" : "passed_over" });
          if (parts !== undefined && (changed > 0 || isBehind)) saveQuestions(replyId, parts);
        }
        return unsaved;
      });
    },

    endReply: ({ replyId, status, content, parts, transcript, failure, ending, spentTokens, facts }) =>
      exclusive.writing(() => {
        const partsText = JSON.stringify(parts);
        const transcriptText = JSON.stringify(transcript);
        const details = facts ? factColumns(facts).details : null;
        const taken = isTaken.get(replyId);
        let isThere = true;
        if (taken) explain.run(details, replyId);
        else {
          const ended = [status, content, partsText, transcriptText, failure, endingNumber(ending)] as const;
          isThere = end.run(...ended, details, replyId) > 0;
          saveQuestions(replyId, parts);
        }
        if (facts) saveFacts(replyId, facts);
        if (facts && taken) recordChange.run(replyId);
        if (spentTokens !== undefined) spending.settle(replyId, spentTokens);
        if (taken) return holdingOf(taken);
        return isThere ? undefined : "gone";
      }),

    mayAct: (replyId) => exclusive.alone(() => isStreaming.get(replyId) !== undefined),
  };
}
