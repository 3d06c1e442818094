import type { Feedback } from "@servicechat/contract";

/** One reply that a visitor has rated. */
export interface RatedReply extends Feedback {
  readonly agentId: string;
  readonly sessionId: string;
  readonly replyId: string;
  readonly turn: number;
  readonly ratedAt: number;
}

/** What visitors think of replies. It belongs to the reply, and is erased with its session. */
export interface FeedbackStore {
  /**
   * Keeps what is thought of a reply in place of what was thought before; `null` takes it back.
   *
   * @returns `false` when the session has no such reply that has ended: nothing was written
   */
  rate(query: {
    readonly sessionId: string;
    readonly replyId: string;
    readonly feedback: Feedback | null;
    readonly at: number;
  }): Promise<boolean>;
  /** Rated replies, the one rated last first. @param query.since only those rated at that moment or later */
  listRated(query: {
    readonly agentId?: string;
    readonly rating?: Feedback["rating"];
    readonly since?: number;
    readonly limit: number;
  }): Promise<readonly RatedReply[]>;
}
