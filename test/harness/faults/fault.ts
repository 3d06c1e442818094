/** One way in which an installation breaks. */
export interface Fault {
  /** Its row in the table of a run. */
  readonly name: string;
  /**
   * Where it strikes. `inside`: the processes and what they write to. `outside`: visitors, their network and the model.
   * One of each may occur at a time; two inside could take away what the service needs to keep its promises.
   */
  readonly lane: "inside" | "outside";
  /** For how long after it ends text that visitors received may be uncommitted, in milliseconds. */
  readonly settleMs: number;
  /** While it lasts, text on its way to a visitor may be delayed, and arrive long after its sender was killed. */
  readonly delaysReplies?: boolean;
  /** Breaks it. @returns what repairs it; resolves when it is whole again */
  inject(): Promise<() => Promise<void>>;
}

/** A fault at a time in a plan. */
export interface PlannedFault {
  readonly fault: Fault;
  /** How long it lasts, and the pause after it, in milliseconds. */
  readonly holdMs: number;
  readonly restMs: number;
}
