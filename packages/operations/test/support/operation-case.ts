/** What each operation is asked for, about an agent, and what of it tells that the agent was reached. */
export interface Case {
  readonly input: (agent: string) => object;
  /** What is answered for an agent out of scope: a refusal, or a list without it. */
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
