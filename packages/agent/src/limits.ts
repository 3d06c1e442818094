/** Time limits of an agent, in milliseconds. The limit for the whole reply is `limits.replySeconds` in the agent file. */
export interface AgentLimits {
  /** For connecting to the provider. Applies only to the agent's own dispatcher. */
  readonly connectMs: number;
  /** From the request to the provider's first event. */
  readonly firstTokenMs: number;
  /** Longest silence between two pieces of an answer. */
  readonly idleMs: number;
  /** How long to wait for token counts after the answer itself has ended. */
  readonly tailMs: number;
  /** One use of one tool. */
  readonly toolMs: number;
  /** How long a reply waits for an MCP server to say which tools it has. */
  readonly toolListMs: number;
  /** Pause before the first silent retry; doubles each time, and each pause is randomly shortened by up to half. */
  readonly retryMs: number;
}

/** The limits used in production. */
export const defaultLimits: AgentLimits = {
  connectMs: 10_000,
  firstTokenMs: 30_000,
  idleMs: 30_000,
  tailMs: 2_000,
  toolMs: 30_000,
  toolListMs: 3_000,
  retryMs: 500,
};
