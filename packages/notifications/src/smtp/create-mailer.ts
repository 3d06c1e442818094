import { isIPv4 } from "node:net";
import type { Transporter } from "nodemailer";

/** A mail as plain text: nothing in it is markup, whoever wrote it. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Stays the same when it is sent again, so that mail programs show it once. */
  readonly id: string;
}

/** Sends mail by the operator's own server. */
export interface Mailer {
  /** @returns the server's reply. @throws Error with its reply if it did not accept the mail, or not in time */
  send(mail: Mail, stop?: AbortSignal): Promise<string>;
}

/** A mail server's reply when it has accepted a mail (RFC 5321). */
export const mailAccepted = 250;
/** For connecting, and for the server's greeting, in milliseconds. */
const greetingMs = 10_000;
/** For each further reply, in milliseconds. Servers that scan a mail before they accept it are slow. */
const answerMs = 60_000;
/** For the whole dialogue about one mail, in milliseconds: a server that sends a little at a time is cut off too. */
export const mailMs = 120_000;

/**
 * Creates a mailer. The library is loaded with the first mail.
 *
 * @param settings.url `smtp://` (with STARTTLS where the server has it, or where a password is sent over a network) or
 *   `smtps://`, with user and password if needed
 * @param settings.from the sender, such as `ServiceChat <chat@example.com>`
 * @param settings.wholeMs for one mail, in milliseconds; two minutes when left out
 */
export function createMailer({
  url,
  from,
  wholeMs = mailMs,
}: {
  readonly url: string;
  readonly from: string;
  readonly wholeMs?: number;
}): Mailer {
  /** Message ids of the mails whose content the server, after sign-in, has begun to read. */
  const begun = new Set<string>();
  let opened: Promise<Transporter<{ readonly response: string }>> | undefined;

  async function open() {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(
      {
        url,
        connectionTimeout: greetingMs,
        greetingTimeout: greetingMs,
        socketTimeout: answerMs,
        requireTLS: sendsPasswordOut(url),
        // A text is a text: never the name of a file, or an address to fetch.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
    return transport.use("stream", ({ data, message }, done) => {
      const read = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        begun.add(data.messageId ?? "");
        return read(options);
      };
      done();
    });
  }

  return {
    async send({ to, subject, text, id }, stop) {
      const late = AbortSignal.timeout(wholeMs);
      const transport = await (opened ??= open());
      const host = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "servicechat.invalid";
      const messageId = `<${id}@${host}>`;
      try {
        const { response } = await transport.sendMail({
          // As one address, whatever it contains: a comma does not begin another one.
          to: { name: "", address: to },
          subject,
          text,
          messageId,
          headers: { "Auto-Submitted": "auto-generated" },
          // Closes the connection too.
          signal: stop ? AbortSignal.any([late, stop]) : late,
        });
        return response;
      } catch (cause) {
        const isUnsent = !begun.has(messageId);
        if (!late.aborted) throw cause instanceof Error ? Object.assign(cause, { isUnsent }) : cause;
        const words = `the mail server was not done after ${wholeMs / 1000} seconds`;
        throw Object.assign(new Error(words, { cause }), { code: "ETIMEDOUT", isUnsent });
      } finally {
        begun.delete(messageId);
      }
    },
  };
}

/** Whether a password would leave this machine unencrypted if somebody in between removed STARTTLS. */
function sendsPasswordOut(url: string): boolean {
  const { protocol, username, password, hostname } = new URL(url);
  const staysHere =
    hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
  return protocol === "smtp:" && (username !== "" || password !== "") && !staysHere;
}

/** A mail was not accepted. The message is the server's reply, which may quote any relay. */
export class MailError extends Error {
  /** Number of the server's answer, or a name such as `ETIMEDOUT` where there was none. */
  readonly reason: string;
  /** Whether the server will never accept this mail. A rejected sign-in says nothing about the mail. */
  readonly isFinal: boolean;
  /** Whether it may have been accepted all the same: it was being sent, and the server's last answer never arrived. */
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
  /** Whether the server had not yet asked for the content of the mail. */
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
