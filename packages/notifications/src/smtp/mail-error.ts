/** A mail was not taken. The message has the server's own words, which can be those of anybody whom the mail passed. */
export class MailError extends Error {
  /** Number of the server's answer, or a name such as `ETIMEDOUT` where there was none. */
  readonly reason: string;
  /** Whether the server will never take this very mail. That it does not let this service in says nothing of the mail. */
  readonly isFinal: boolean;
  /** Whether it may have been taken all the same: it was being sent, and the server's last answer never came. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    {
      cause,
      reason,
      isFinal = false,
      mayHaveArrived = false,
    }: {
      readonly cause?: unknown;
      readonly reason: string;
      readonly isFinal?: boolean;
      readonly mayHaveArrived?: boolean;
    },
  ) {
    super(message, { cause });
    this.reason = reason;
    this.isFinal = isFinal;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Nodemailer's properties besides the message, and the mailer's own. */
interface SendingError extends Error {
  readonly responseCode?: number;
  readonly code?: string;
  /** Whether nothing of the mail itself was asked for yet. */
  readonly isUnsent?: boolean;
}

/** Converts an error from sending a mail, with a reason that may be logged. */
export function asMailError(cause: unknown): MailError {
  if (!(cause instanceof Error)) return new MailError("unknown reason", { reason: "unknown reason" });
  const { responseCode, code, isUnsent = false }: SendingError = cause;
  const reason = String(responseCode ?? code ?? "unknown reason");
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isCutOff = code === "ETIMEDOUT" || code === "ESOCKET" || code === "ECONNECTION";
  return new MailError(cause.message, {
    cause,
    reason,
    isFinal: isOfMail && /^5\d\d$/.test(reason),
    mayHaveArrived: responseCode === undefined && isCutOff && !isUnsent,
  });
}
