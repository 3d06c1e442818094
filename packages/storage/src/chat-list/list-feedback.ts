import type { Kysely } from "kysely";
import { inScope } from "../agent-scope.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import { decodeCursor, encodeCursor } from "../paging.ts";
import { isOfLiveAgent } from "../preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import { feedbackOf } from "../usage/feedback.ts";
import type { ChatIndex, ListedFeedback } from "./chat-list.ts";

const list = "feedback";

/** Rated replies, the one rated last first. */
export function createFeedbackList({
  reader,
}: {
  readonly reader: Kysely<Tables>;
}): ChatIndex["listFeedback"] {
  return async ({ scope, agentId, rating, after, limit }) => {
    const [ratedAt, id] = after === undefined ? [] : decodeCursor(list, after, ["number", "string"]);
    const rows = await reader
      .selectFrom("replies")
      .innerJoin("sessions", "sessions.id", "replies.session_id")
      .select(["replies.id", "session_id", "agent_id", "turn", "rating", "comment", "rated_at"])
      .where("rated_at", "is not", null)
      .where("rating", "is not", null)
      .where("erased", "=", 0)
      .where(inScope(scope, "agent_id"))
      .where(isOfUndeletedAgent("agent_id"))
      .where(isOfLiveAgent("agent_id"))
      .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
      .$if(rating !== undefined, (query) => query.where("rating", "=", rating ?? ""))
      .$if(ratedAt !== undefined, (query) =>
        query.where((reply) =>
          reply(
            reply.refTuple("rated_at", "replies.id"),
            "<",
            reply.tuple(reply.val(ratedAt ?? 0), reply.val(id ?? "")),
          ),
        ),
      )
      .orderBy("rated_at", "desc")
      .orderBy("replies.id", "desc")
      .limit(limit + 1)
      .execute();
    const items = rows.slice(0, limit).flatMap((row): readonly ListedFeedback[] => {
      const feedback = feedbackOf(row);
      if (!feedback || row.rated_at === null) return [];
      const { id: replyId, session_id: chatId, turn } = row;
      return [{ chatId, replyId, agentId: row.agent_id, turn, ratedAt: row.rated_at, ...feedback }];
    });
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, next: last ? encodeCursor(list, [last.ratedAt, last.replyId]) : null };
  };
}
