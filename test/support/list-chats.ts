import type { ChatFilter, ListedChat, Storage } from "@servicechat/storage";

/** Chats with a message, as operators list them: the most recently active first. */
export async function listChats(
  { chatIndex }: Pick<Storage, "chatIndex">,
  filter: ChatFilter = {},
): Promise<readonly ListedChat[]> {
  const { items } = await chatIndex.list({ scope: { agents: null }, limit: 200, ...filter });
  return items;
}

/**
 * Erases all chats, and returns their number. It includes those without a message, which no list shows: for tests that
 * expect none.
 */
export function eraseChats({ conversations }: Pick<Storage, "conversations">): Promise<number> {
  const always = Number.MAX_SAFE_INTEGER;
  return conversations.expire({ now: 0, idleSince: always, createdSince: always });
}
