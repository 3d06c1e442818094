import { auditLine } from "../access/audit-line.ts";
import { onChat, withinScope } from "../access/operation.ts";
import { pageOf, readCursor, rowsFor } from "../paging/page.ts";
import type { PageRequest } from "../paging/page.ts";
import { agentsWithin } from "../paging/agents-within.ts";
import { eraseChat } from "./erase-chat.ts";
import { exportChat } from "./export-chat.ts";

/** Names a chat by its id. */
interface NamedChat {
  readonly id: string;
}

/** Which chats are listed: those that fit everything that is given. */
interface ChatFilter {
  readonly agent?: string;
  /** Active at that moment or later. */
  readonly since?: number;
  /** Begun before that moment. */
  readonly until?: number;
  /** Words, and phrases in double quotes, that the visitor or the agent said. */
  readonly search?: string;
  /** Only those with a question that was left without an answer. */
  readonly unanswered?: boolean;
  /** Only those whose visitor left an address and waits for an answer. */
  readonly address?: boolean;
}

/** Operations on chats as they are stored. */
export const chatOperations = {
  /** Chats in the scope, the one active last first. */
  list: withinScope(
    "viewer",
    async ({ storage }, { agent, limit, after, ...filter }: ChatFilter & PageRequest, scope) => {
      const position = readCursor("chats", ["string"], after);
      if (position && "kind" in position) return position;
      // It is derived from the chats' rows, which follow the messages.
      if (filter.address) await storage.chatIndex.newestRevision();
      const found = await storage.conversations.list({
        ...filter,
        agents: agentsWithin(scope, agent),
        ...(position && { after: String(position[0]) }),
        limit: rowsFor({ limit }),
      });
      return pageOf("chats", found, { limit }, ({ id }) => [id]);
    },
  ),

  /** One chat with its turns, oldest first. */
  find: onChat("viewer", async (parts, chat, { limit, after }: NamedChat & PageRequest, actor) => {
    const { storage } = parts;
    const position = readCursor("turns", ["number"], after);
    if (position && "kind" in position) return position;
    const turns = await storage.conversations.readTurns({
      sessionId: chat.id,
      ...(position && { after: Number(position[0]) }),
      limit: rowsFor({ limit }),
    });
    await storage.audit.append(auditLine(parts, actor, "chat.read", { kind: "chat", id: chat.id }));
    const { items, next } = pageOf("turns", turns, { limit }, ({ number }) => [number]);
    return { chat, turns: items, next };
  }),

  /** Everything that is stored of one chat, its files with their bytes. */
  export: onChat("viewer", async (parts, chat, _input: NamedChat, actor) => {
    await parts.storage.audit.append(auditLine(parts, actor, "chat.export", { kind: "chat", id: chat.id }));
    return exportChat(parts, chat);
  }),

  /** Erases a chat and all of its text for good. @throws ResidueRemains, see `eraseChat` */
  erase: onChat("responder", async (parts, { id }, _input: NamedChat, actor) => {
    await eraseChat(parts, id, actor);
    return { id, erased: true as const };
  }),
};
