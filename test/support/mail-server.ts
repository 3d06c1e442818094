import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { SMTPServerEnvelope } from "smtp-server";

/** A received mail. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Including its headers. */
  readonly source: string;
  /** Decoded from the header. */
  readonly subject: string;
  /** Decoded. */
  readonly text: string;
}

/** A mail server that stores what it receives. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Why it rejects mail; `undefined` if it does not. */
  refusal: string | undefined;
  /** Accepts mails no sooner than this; `undefined` if at once. */
  until: Promise<void> | undefined;
  /** How many mails it was offered, accepted or not. */
  begun: number;
  /** How often somebody sent it a user name and a password. */
  signIns: number;
  /** How many connections it has at the moment. */
  readonly talking: number;
}

/** Starts one, on a real socket, that requires a user name and a password. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];

  /** Why it is rejected; `undefined` if it is not. */
  async function receive(
    pieces: Promise<readonly Uint8Array[]>,
    { mailFrom, rcptTo }: SMTPServerEnvelope,
  ): Promise<Error | undefined> {
    const source = Buffer.concat(await pieces).toString();
    mail.begun++;
    await mail.until;
    if (mail.refusal !== undefined) return Object.assign(new Error(mail.refusal), { responseCode: 452 });
    const from = mailFrom === false ? "" : mailFrom.address;
    mails.push({ from, to: rcptTo.map(({ address }) => address), source, ...decoded(source) });
    return undefined;
  }

  const server = new SMTPServer({
    // Its certificate belongs to nobody.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      mail.signIns++;
      if (username === "chat" && password === "p@ss") done(null, { user: username });
      else done(new Error("Who are you?"));
    },
    onData(stream, { envelope }, settle) {
      void receive(stream.toArray(), envelope).then(settle, settle);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://chat:p%40ss@127.0.0.1:${port}`,
    mails,
    refusal: undefined,
    until: undefined,
    begun: 0,
    signIns: 0,
    get talking() {
      return server.connections.size;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
  return mail;
}

/** Subject and text, as nodemailer formats plain text. */
function decoded(source: string): Pick<ReceivedMail, "subject" | "text"> {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? "";
  return {
    subject: subject
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
        kind.toLowerCase() === "b"
          ? Buffer.from(text, "base64").toString()
          : unquoted(text.replaceAll("_", " ")),
      ),
    text:
      encoding === "base64"
        ? Buffer.from(body, "base64").toString()
        : encoding === "quoted-printable"
          ? unquoted(body)
          : body,
  };
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
