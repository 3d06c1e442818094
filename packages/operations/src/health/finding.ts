/** The result of one check. A `warning` is worth knowing; a `problem` keeps the service from working. */
export interface Finding {
  /** The subject of the check, such as "database" or "agent shop". */
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do about it; absent if it is ok. */
  readonly advice?: string;
}
