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
  /** @returns what the server said. @throws Error with its words, when it did not take the mail, in time or at all */
  send(mail: Mail, stop?: AbortSignal): Promise<string>;
}

/** For connecting, and for the first word of the server, in milliseconds. */
const greetingMs = 10_000;
/** For each further answer, in milliseconds. Servers that look through a mail before they take it are slow. */
const answerMs = 60_000;
/** For all that is said about one mail, in milliseconds: one that says a little at a time ends too. */
export const mailMs = 120_000;

/**
 * Makes what sends mail. The library is loaded with the first one.
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
  /** Message ids of those that the server, once it had let us in, was asked to take. */
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
          // As one address, whatever is in it: a comma begins no other.
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

/** Whether a password would leave this machine in the open if somebody on the way left STARTTLS out. */
function sendsPasswordOut(url: string): boolean {
  const { protocol, username, password, hostname } = new URL(url);
  const staysHere =
    hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
  return protocol === "smtp:" && (username !== "" || password !== "") && !staysHere;
}
