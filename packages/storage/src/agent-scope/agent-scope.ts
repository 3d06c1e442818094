/** The scope of an operator or token. Every query for operators requires one, so that none can forget it. */
export interface AgentScope {
  /** Ids of agents; `null` is all of them. */
  readonly agents: readonly string[] | null;
}
