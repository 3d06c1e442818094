import type { Chat } from "@servicechat/contract/admin";
import type { Words } from "../words/words.ts";

/** Whom a chat is with, as far as the site or the visitor has said it. */
export function visitorOf({ user, handoff }: Chat): string | undefined {
  if (user && user.id !== "masked") return user.name ?? user.id;
  return handoff?.email ?? undefined;
}

/** Why a person is asked for: the agent's reasons have names, a visitor's are words of their own. */
export function sayReason({ handoff }: Chat, { inbox }: Words): string | undefined {
  if (!handoff || handoff.by === "operator") return undefined;
  const { reason } = handoff;
  if (reason === null) return inbox.reasons.customer_request;
  return Object.hasOwn(inbox.reasons, reason) ? inbox.reasons[reason as keyof typeof inbox.reasons] : reason;
}
