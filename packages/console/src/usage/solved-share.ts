import type { Usage } from "@servicechat/contract/admin";

/** The share of chats that were solved, as visitors said or as it is assumed, of those that have ended; `undefined` if none has. */
export function solvedShare({ open: _, ...ended }: Usage["outcomes"]): number | undefined {
  const all = Object.values(ended).reduce((sum, chats) => sum + chats, 0);
  return all === 0 ? undefined : (ended.confirmed + ended.assumed) / all;
}
