/** The input of each operation, about an agent, and how to see that the agent was reached. */
export interface Case {
  readonly input: (agent: string) => object;
  /** The result for an agent out of scope: a refusal, or a list without it. */
  readonly outside:
    | "agent_not_found"
    | "key_not_found"
    | "chat_not_found"
    | "canned_not_found"
    | "answer_not_found"
    | "gap_not_found"
    | "nothing";
  /** Whether it concerns no agent: it is the same for every one. */
  readonly ofNoAgent?: true;
}

/** An operation that concerns no agent. */
export const ofNoAgent = (input: object = {}): Case => ({
  input: () => input,
  outside: "nothing",
  ofNoAgent: true,
});
