import type { ModelUse } from "../chats/model-usage.ts";

/** What usage can be added up by. A day is one of UTC. */
export type UsageGroup = "day" | "agent" | "key" | "model";

/** What the replies of one day, agent, key or model came to. */
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

/** What replies used. It is kept for 400 days, also when their chats are erased. */
export interface UsageStore {
  /**
   * Adds up replies that were asked for from `since` on and before `until`. Days come in their order, others by what
   * they used, the most first. What nobody used is missing.
   */
  read(query: {
    readonly by: UsageGroup;
    readonly since: number;
    readonly until: number;
    /** Only of these agents; absent or `null`: of all. */
    readonly agents?: readonly string[] | null;
  }): Promise<readonly Usage[]>;
  /** What the replies of a chat used, by model and day. */
  ofChat(sessionId: string): Promise<readonly ModelUse[]>;
}
