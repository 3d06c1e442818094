import type { ChatFilter, ChatTranscript } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole, onChat } from "../access/operation.ts";
import type { Asker } from "../access/asker.ts";
import { hasRole } from "../access/asker.ts";
import type { RefusedAs } from "../access/refused.ts";
import { eraseChat } from "../chats/erase-chat.ts";
import { inList } from "../lists/in-list.ts";
import type { PageRequest } from "../lists/page.ts";
import type { OperationParts } from "../operation-parts.ts";
import { costOfChat } from "../costs/cost-of-chat.ts";
import { reportUsage } from "../usage/report-usage.ts";
import type { UsageReportQuery } from "../usage/report-usage.ts";

/** Which chats are meant, and that a person of the console holds them. */
interface Filter extends ChatFilter {
  /** Those that the asker holds. */
  readonly mine?: boolean;
}

/** Names a chat by its id. */
interface NamedChat {
  readonly id: string;
}

const scopeOf = ({ agents }: Asker) => ({ agents });

const heldByAsker = ({ person }: Asker, mine = false) => ({
  ...(mine && person && { operatorId: person.id }),
});

/** Whom the site has signed in is for those who may answer: who only reads must not look people up. */
function findFilterRefusal(asker: Asker, { userId }: Filter): RefusedAs<"role_needed"> | undefined {
  if (userId === undefined || hasRole(asker, "responder")) return undefined;
  return { kind: "role_needed", role: "responder" };
}

async function read(parts: OperationParts, asker: Asker, { id, after, limit }: NamedChat & PageRequest) {
  const scope = scopeOf(asker);
  const found = await inList(() =>
    parts.storage.chats.read({ scope, id, limit, ...(after !== undefined && { after }) }),
  );
  return found ?? ({ kind: "chat_not_found", id } as const);
}

/** What can be done with chats as the console shows them. */
export const transcriptOperations = {
  /** Chats in the scope, newest activity first. A list with beginnings of messages is no reading of a transcript. */
  list: byRole(
    "viewer",
    async ({ storage }, { after, limit, mine, ...filter }: Filter & PageRequest, asker) => {
      const refusal = findFilterRefusal(asker, filter);
      if (refusal) return refusal;
      if (mine && !asker.person) return { items: [], next: null };
      const query = { scope: scopeOf(asker), ...filter, ...heldByAsker(asker, mine), limit };
      return inList(() => storage.chats.list({ ...query, ...(after !== undefined && { after }) }));
    },
  ),

  /** One chat with its messages. */
  read: byRole("viewer", async (parts, request: NamedChat & PageRequest, asker) => {
    const found = await read(parts, asker, request);
    if ("kind" in found) return found;
    // Pages of one reading are one line.
    if (request.after === undefined)
      await parts.storage.audit.append(
        auditLine(parts, asker, "chat.read", { kind: "chat", id: request.id }),
      );
    return { ...found, cost: await costOfChat(parts.storage, request.id) };
  }),

  /** The reply that the agent is giving in a chat; the oldest, where others wait for it. */
  running: onChat("viewer", async (parts, _session, { id }: NamedChat, asker) => {
    const [reply] = await parts.storage.conversations.openReplies(id);
    if (reply) await parts.storage.audit.append(auditLine(parts, asker, "chat.read", { kind: "chat", id }));
    return { reply };
  }),

  /** One chat with all of its messages, to be kept outside of the service. */
  export: byRole("viewer", async (parts, { id }: NamedChat, asker) => {
    const entries: ChatTranscript["entries"][number][] = [];
    for (let after: string | undefined; ;) {
      const page = await read(parts, asker, { id, limit: 200, after });
      if ("kind" in page) return page;
      entries.push(...page.entries);
      if (page.next !== null) {
        after = page.next;
        continue;
      }
      await parts.storage.audit.append(auditLine(parts, asker, "chat.export", { kind: "chat", id }));
      return { chat: page.chat, entries, cost: await costOfChat(parts.storage, id) };
    }
  }),

  /** Every chat that fits, each with all of its messages, a few at a time. */
  exportAll: byRole("viewer", async (parts, { mine, ...filter }: Filter, asker) => {
    const refusal = findFilterRefusal(asker, filter);
    if (refusal) return refusal;
    await parts.storage.audit.append(auditLine(parts, asker, "chats.export"));
    const none = async function* (): AsyncGenerator<ChatTranscript> {};
    if (mine && !asker.person) return { chats: none() };
    const query = { scope: scopeOf(asker), ...filter, ...heldByAsker(asker, mine) };
    return { chats: parts.storage.chats.export(query) };
  }),

  /** Erases every chat of somebody whom the site has signed in. */
  eraseOfUser: byRole("owner", async (parts, { userId }: { readonly userId: string }, asker) => {
    const { storage } = parts;
    await storage.audit.append(auditLine(parts, asker, "user.erase"));
    let erased = 0;
    for (;;) {
      const { items } = await storage.chats.list({ scope: scopeOf(asker), userId, limit: 200 });
      if (items.length === 0) return { erased };
      for (const { id } of items) await eraseChat(parts, id, asker);
      erased += items.length;
    }
  }),

  /** What was counted in the scope, by hour, day or month, and what it cost. */
  usage: byRole("viewer", async ({ storage }, query: Omit<UsageReportQuery, "scope">, asker) =>
    reportUsage(storage, { ...query, scope: scopeOf(asker) }),
  ),
};
