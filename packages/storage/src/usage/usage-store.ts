import type { ModelUse } from "./model-usage.ts";

/** The groups by which usage can be added up. Days are in UTC. */
export type UsageGroup = "day" | "agent" | "key" | "model";

/** The totals of the replies of one day, agent, key or model. */
export interface Usage {
  /** The day's first moment, the id of the agent or key, or the name of the model. */
  readonly of: number | string;
  /** Replies that have ended. */
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The same by model and day. */
  readonly uses: readonly ModelUse[];
}

/** The usage of replies. It is kept for 400 days, even if their chats are erased. */
export interface UsageStore {
  /**
   * Adds up replies to questions from `since` on and before `until`. Days are in order, others by usage, the most
   * first. Empty ones are missing.
   */
  read(query: {
    readonly by: UsageGroup;
    readonly since: number;
    readonly until: number;
    /** Only of these agents; absent or `null`: of all. */
    readonly agents?: readonly string[] | null;
  }): Promise<readonly Usage[]>;
  /** The usage of a chat's replies, by model and day. */
  ofChat(sessionId: string): Promise<readonly ModelUse[]>;
}
