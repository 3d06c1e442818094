import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { DueVisitorMail, NewVisitorLink, Storage } from "@servicechat/storage";
import { mailMs } from "../smtp/create-mailer.ts";
import type { Mailer } from "../smtp/create-mailer.ts";
import { asMailError } from "../smtp/mail-error.ts";
import type { SecretBox } from "../secret-box.ts";
import { visitorMailRules } from "./visitor-mail-rules.ts";
import { visitorMail } from "./visitor-mail.ts";

/** Its dependencies. */
export interface VisitorMailDependencies {
  readonly storage: Pick<Storage, "visitorMail" | "agents">;
  readonly mailer: Mailer;
  readonly box: SecretBox;
  /** How long a chat is kept after its last message, and after its first, in milliseconds. */
  readonly sessionIdleMs: number;
  readonly sessionAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Pauses between attempts to send an email, in milliseconds. */
const pauses = [5_000, 5 * minuteMs, 2 * 60 * minuteMs, dayMs] as const;
/** Maximum number of emails given to the mail server at the same time. */
const atOnce = 5;
/** A sender that has not settled an email this long after its deadline is presumed lost, in milliseconds. */
const graceMs = 10_000;

/**
 * Emails visitors who left an address what people wrote while they were away. Several nodes share the work: each email is
 * created once, in the transaction that records it, and sent by the node that has claimed it. Returns a function that sends
 * what is due now.
 */
export function createVisitorMails({
  storage,
  mailer,
  box,
  sessionIdleMs,
  sessionAgeMs,
  now,
  log,
}: VisitorMailDependencies): (stop: AbortSignal) => Promise<void> {
  const { visitorMail: mails, agents } = storage;

  function newLink(): NewVisitorLink {
    const id = `reply_${randomUUID()}`;
    const secret = randomBytes(32).toString("base64url");
    return { id, hash: createHash("sha256").update(secret).digest("hex"), sealed: box.seal(secret, id) };
  }

  async function send(due: DueVisitorMail, claim: number, stop: AbortSignal): Promise<void> {
    const agent = (await agents.find(due.agentId))?.definition.name ?? due.agentId;
    try {
      // A link that has expired by now is left out.
      const page = due.expiresAt > now() ? due.page : null;
      const mail = visitorMail({ ...due, page }, { agent, link: box.open(due.sealedLink, due.id) });
      await mailer.send(mail, stop);
      await mails.settle({ id: due.id, claim, state: "sent", nextAt: null });
    } catch (cause) {
      // Another node sends it once the claim has expired.
      if (stop.aborted) return;
      const { reason, isFinal } = asMailError(cause);
      const pause = isFinal ? undefined : pauses[due.tried];
      const state = pause === undefined ? "failed" : "pending";
      await mails.settle({ id: due.id, claim, state, nextAt: pause === undefined ? null : now() + pause });
      log.warn({ mail: due.id, error: reason, state }, "a reply could not be mailed to a visitor");
    }
  }

  return async (stop) => {
    const hashAddress = (address: string) => box.hash(address, "mailed address");
    await mails.createDue({
      ...visitorMailRules,
      sessionIdleMs,
      sessionAgeMs,
      now: now(),
      newLink,
      hashAddress,
    });
    while (!stop.aborted) {
      const claim = now() + mailMs + graceMs;
      const claimed = await mails.claim({ now: now(), until: claim, limit: atOnce });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((due) => send(due, claim, stop)));
    }
  };
}
