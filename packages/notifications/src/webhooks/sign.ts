import { createHmac } from "node:crypto";

/** The prefix of every secret. */
export const secretPrefix = "whsec_";

/**
 * The headers of Standard Webhooks 1.0: with the secret, the receiver can verify that the message comes from the
 * service, unchanged and recent.
 *
 * @param message.secret `whsec_` and Base64
 * @param message.at milliseconds since 1970
 */
export function signatureHeaders({
  id,
  at,
  body,
  secret,
}: {
  readonly id: string;
  readonly at: number;
  readonly body: string;
  readonly secret: string;
}): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
