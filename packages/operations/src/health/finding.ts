/** One thing that was looked at. A `warning` is worth knowing; a `problem` keeps the service from working. */
export interface Finding {
  /** What was looked at, such as "database" or "agent shop". */
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do about it; absent when it is ok. */
  readonly advice?: string;
}
