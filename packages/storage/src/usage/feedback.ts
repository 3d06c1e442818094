import type { Feedback } from "@servicechat/contract";
import type { Kysely } from "kysely";
import { isOfLiveAgent } from "../preview-id.ts";
import type { ReplyRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";

/** One reply that a visitor has rated. */
export interface RatedReply extends Feedback {
  readonly agentId: string;
  readonly sessionId: string;
  readonly replyId: string;
  readonly turn: number;
  readonly ratedAt: number;
}

/** Visitors' ratings of replies. */
export function createFeedbackStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /**
     * Stores the rating of a reply, replacing any earlier one; `null` withdraws it.
     *
     * @returns `false` if the session has no such reply that has ended: nothing was written
     */
    async rate({
      sessionId,
      replyId,
      feedback,
      at,
    }: {
      readonly sessionId: string;
      readonly replyId: string;
      readonly feedback: Feedback | null;
      readonly at: number;
    }): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable("replies")
        .set({
          rating: feedback?.rating ?? null,
          comment: feedback?.comment ?? null,
          rated_at: feedback && at,
        })
        .where("id", "=", replyId)
        .where("session_id", "=", sessionId)
        // A row that is rated is locked for a moment, and a reply that grows is not written while it is.
        .where("status", "!=", "streaming")
        .where("author", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Rated replies, the one rated last first. @param query.since only those rated at that moment or later */
    async listRated({
      agents,
      rating,
      since = 0,
      after,
      limit,
    }: {
      /** Only of these agents; absent or `null`: of all. */
      readonly agents?: readonly string[] | null;
      readonly rating?: Feedback["rating"];
      readonly since?: number;
      /** Only those that come after this one, whether it is still there or not. */
      readonly after?: { readonly ratedAt: number; readonly replyId: string };
      readonly limit: number;
    }): Promise<readonly RatedReply[]> {
      if (agents?.length === 0) return [];
      const rows = await database
        .selectFrom("replies")
        .innerJoin("sessions", "sessions.id", "replies.session_id")
        .select(["replies.id", "session_id", "agent_id", "turn", "rating", "comment", "rated_at"])
        .where("rated_at", ">=", since)
        .where("erased", "=", 0)
        .where(isOfLiveAgent("agent_id"))
        .$if(Boolean(agents), (query) => query.where("agent_id", "in", agents ?? []))
        .$if(rating !== undefined, (query) => query.where("rating", "=", rating ?? ""))
        .$if(after !== undefined, (query) =>
          query.where((reply) =>
            reply(
              reply.refTuple("rated_at", "replies.id"),
              "<",
              reply.tuple(after?.ratedAt ?? 0, after?.replyId ?? ""),
            ),
          ),
        )
        .orderBy("rated_at", "desc")
        .orderBy("replies.id", "desc")
        .limit(limit)
        .execute();
      return rows.flatMap((row) => {
        const feedback = feedbackOf(row);
        const { id: replyId, session_id: sessionId, agent_id, turn, rated_at } = row;
        if (!feedback || rated_at === null) return [];
        return [{ agentId: agent_id, sessionId, replyId, turn, ratedAt: rated_at, ...feedback }];
      });
    },
  };
}

/** Visitors' ratings of replies. They belong to the reply, and are erased with its session. */
export type FeedbackStore = ReturnType<typeof createFeedbackStore>;

/** Reads the columns of a reply that hold what was thought of it. */
export function feedbackOf({ rating, comment }: Pick<ReplyRow, "rating" | "comment">): Feedback | null {
  if (rating !== "up" && rating !== "down") return null;
  return { rating, ...(comment !== null && { comment }) };
}
