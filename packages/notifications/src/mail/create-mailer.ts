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
  /** @returns what the server said. @throws Error with its words, when it did not take the mail */
  send(mail: Mail): Promise<string>;
}

/** For connecting and for each answer, in milliseconds. */
const answerMs = 10_000;

/**
 * Makes what sends mail. The library is loaded with the first one.
 *
 * @param settings.url `smtp://` (with STARTTLS where the server has it) or `smtps://`, with user and password if needed
 * @param settings.from the sender, such as `ServiceChat <chat@example.com>`
 */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  let opened: Promise<Transporter<{ readonly response: string }>> | undefined;

  async function open() {
    const { createTransport } = await import("nodemailer");
    return createTransport(
      {
        url,
        connectionTimeout: answerMs,
        greetingTimeout: answerMs,
        socketTimeout: answerMs,
        // A text is a text: never the name of a file, or an address to fetch.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  return {
    async send({ to, subject, text, id }) {
      const transport = await (opened ??= open());
      const host = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "servicechat.invalid";
      const { response } = await transport.sendMail({
        // As one address, whatever is in it: a comma begins no other.
        to: { name: "", address: to },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return response;
    },
  };
}
