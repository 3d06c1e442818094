/** A mail was not taken. The message has the server's own words, which can be those of anybody whom the mail passed. */
export class MailError extends Error {
  /** Number of the server's answer, or a name such as `ETIMEDOUT` where there was none. */
  readonly reason: string;

  constructor(message: string, { cause, reason }: { readonly cause?: unknown; readonly reason: string }) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** What sending a mail has thrown, with a reason that may be logged. */
export function asMailError(cause: unknown): MailError {
  if (!(cause instanceof Error)) return new MailError("unknown reason", { reason: "unknown reason" });
  const { responseCode, code }: Error & { readonly responseCode?: number; readonly code?: string } = cause;
  return new MailError(cause.message, { cause, reason: String(responseCode ?? code ?? "unknown reason") });
}
