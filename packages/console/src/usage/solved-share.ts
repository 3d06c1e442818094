import type { Usage } from "@servicechat/contract/admin";

/**
 * The share of chats that were solved, as visitors said or as it is assumed, of those that have ended; `undefined` if
 * none has.
 */
export function solvedShare(outcomes: Usage["outcomes"]): number | undefined {
  const { confirmed, assumed, open } = outcomes;
  const ended = Object.values(outcomes).reduce((sum, chats) => sum + chats, -open);
  return ended === 0 ? undefined : (confirmed + assumed) / ended;
}
