import type { Feedback } from "@servicechat/contract";

/** One reply that a visitor has rated. */
export interface RatedReply extends Feedback {
  readonly agentId: string;
  readonly sessionId: string;
  readonly replyId: string;
  readonly turn: number;
  readonly ratedAt: number;
}

/** Visitors' ratings of replies. They belong to the reply, and are erased with its session. */
export interface FeedbackStore {
  /**
   * Stores the rating of a reply, replacing any earlier one; `null` withdraws it.
   *
   * @returns `false` if the session has no such reply that has ended: nothing was written
   */
  rate(query: {
    readonly sessionId: string;
    readonly replyId: string;
    readonly feedback: Feedback | null;
    readonly at: number;
  }): Promise<boolean>;
  /** Rated replies, the one rated last first. @param query.since only those rated at that moment or later */
  listRated(query: {
    /** Only of these agents; absent or `null`: of all. */
    readonly agents?: readonly string[] | null;
    readonly rating?: Feedback["rating"];
    readonly since?: number;
    /** Only those that come after this one, whether it is still there or not. */
    readonly after?: { readonly ratedAt: number; readonly replyId: string };
    readonly limit: number;
  }): Promise<readonly RatedReply[]>;
}
