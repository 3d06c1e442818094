import type { chatsQuerySchema } from "@servicechat/contract/admin-schemas";
import type { z } from "zod";

type ChatsQuery = Omit<z.output<typeof chatsQuerySchema>, "limit" | "after" | "order">;

/** The filter of a list of chats as storage knows it. */
export function chatFilterOf(given: ChatsQuery) {
  const { agent, key, from, to, q, outcome, mark, rating, holder, language, version, user, address } = given;
  const { unanswered, tag, snoozed } = given;
  return {
    ...(agent !== undefined && { agentId: agent }),
    ...(key !== undefined && { keyId: key }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(q !== undefined && { text: q }),
    ...(outcome !== undefined && { outcomes: outcome }),
    ...(mark !== undefined && { marks: mark }),
    ...(rating !== undefined && { rating }),
    ...(holder === "me" ? { mine: true } : holder !== undefined && { holder }),
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
    ...(user !== undefined && { userId: user }),
    ...(address !== undefined && { address }),
    ...(unanswered !== undefined && { unanswered: true }),
    ...(tag !== undefined && { tag }),
    ...(snoozed !== undefined && { snoozed: snoozed === "true" }),
  };
}
