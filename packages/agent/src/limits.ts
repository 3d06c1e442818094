/** Time limits of an agent, in milliseconds. The whole reply has its own, `limits.replySeconds` of the agent file. */
export interface AgentLimits {
  /** Until a connection to the provider stands. Holds only for the agent's own dispatcher. */
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
  /** Pause before the first silent retry; doubles with the next, and each is shortened by chance to at least its half. */
  readonly retryMs: number;
}

/** The limits that hold in service. */
export const defaultLimits: AgentLimits = {
  connectMs: 10_000,
  firstTokenMs: 30_000,
  idleMs: 30_000,
  tailMs: 2_000,
  toolMs: 30_000,
  toolListMs: 3_000,
  retryMs: 500,
};
