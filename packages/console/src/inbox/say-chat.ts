import type { Chat } from "@servicechat/contract/admin";
import type { Words } from "../words/words.ts";

/** Who the visitor is, as far as the site or the visitor has said. */
export function visitorOf({ user, handoff }: Chat): string | undefined {
  if (user && user.id !== "masked") return user.name ?? user.id;
  return handoff?.email ?? undefined;
}

/** Why a person was requested: the agent's reasons have names, visitors use their own words. */
export function sayReason({ handoff }: Chat, { inbox }: Words): string | undefined {
  if (!handoff || handoff.by === "operator") return undefined;
  const { reason } = handoff;
  if (reason === null) return inbox.reasons.customer_request;
  return Object.hasOwn(inbox.reasons, reason) ? inbox.reasons[reason as keyof typeof inbox.reasons] : reason;
}
