/** What is counted of a reply that has ended. */
export interface ReplyFacts {
  readonly agentId: string;
  /** Id of the key that asked for it. */
  readonly keyId: string;
  /** Name of the model that was asked last. */
  readonly model: string;
  /** Over all requests of the reply, as providers reported it; 0 where they did not. */
  readonly inputTokens: number;
  /** The same of what the models wrote. */
  readonly outputTokens: number;
  /** It looked for an answer and found none. */
  readonly unanswered: boolean;
}

/** What usage can be added up by. A day is one of UTC. */
export type UsageGroup = "day" | "agent" | "key";

/** What the replies of one day, agent or key came to. */
export interface Usage {
  /** The day's first moment, or the id of the agent or key. */
  readonly of: number | string;
  /** Replies that have ended. */
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
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
    readonly agentId?: string;
  }): Promise<readonly Usage[]>;
}
