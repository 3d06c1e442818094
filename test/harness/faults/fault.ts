/** One way in which an installation breaks. */
export interface Fault {
  /** Its row in the table of a run. */
  readonly name: string;
  /**
   * Where it strikes. `inside`: the processes and what they write to. `outside`: visitors, their network and the model.
   * One of each may be there at a time; two inside could take from the service what it needs to keep its promises.
   */
  readonly lane: "inside" | "outside";
  /** How long after its end what visitors heard may not be committed yet, in milliseconds. */
  readonly settleMs: number;
  /** While it lasts, text on its way to a visitor may be kept back, and arrive long after who sent it was killed. */
  readonly delaysReplies?: boolean;
  /** Breaks it. @returns what heals it; resolves when it is whole again */
  inject(): Promise<() => Promise<void>>;
}

/** A fault at a moment of a plan. */
export interface PlannedFault {
  readonly fault: Fault;
  /** How long it lasts, and how long all is well after it, in milliseconds. */
  readonly holdMs: number;
  readonly restMs: number;
}
