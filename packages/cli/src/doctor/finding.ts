import type { Finding } from "@servicechat/operations";

export type { Finding } from "@servicechat/operations";

/** All is well: `detail` says what was found. */
export function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail };
}

/** Worth knowing: `advice` says what to do about it. */
export function warning(check: string, detail: string, advice: string): Finding {
  return { check, status: "warning", detail, advice };
}

/** The service, or a part of it, does not work: `advice` says what to do about it. */
export function problem(check: string, detail: string, advice: string): Finding {
  return { check, status: "problem", detail, advice };
}
