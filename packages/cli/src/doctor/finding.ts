/** One thing that was looked at. A `warning` is worth knowing; a `problem` keeps the service from working. */
export interface Finding {
  /** What was looked at, such as "database" or "agent shop". */
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do about it; absent when it is ok. */
  readonly advice?: string;
}

/** All is well: `detail` says what was seen. */
export function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail };
}

/** Worth knowing: `advice` says what to do about it. */
export function warning(check: string, detail: string, advice: string): Finding {
  return { check, status: "warning", detail, advice };
}

/** It keeps the service, or a part of it, from working: `advice` says what to do about it. */
export function problem(check: string, detail: string, advice: string): Finding {
  return { check, status: "problem", detail, advice };
}
