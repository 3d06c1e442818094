import type { ChatFilter, ChatTranscript, ChatWaitOrder } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole, onChat } from "../access/operation.ts";
import type { Actor } from "../access/actor.ts";
import { hasRole } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { eraseChat } from "./erase-chat.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";
import type { OperationContext } from "../operation-context.ts";
import { costOfChat } from "../costs/cost-of-chat.ts";
import { reportUsage } from "../usage/report-usage.ts";
import type { UsageReportQuery } from "../usage/report-usage.ts";

/** Which chats are meant, and that a person of the console holds them. */
interface Filter extends ChatFilter {
  /** Those that the actor holds. */
  readonly mine?: boolean;
}

/** Names a chat by its id. */
interface NamedChat {
  readonly id: string;
}

const scopeOf = ({ agents }: Actor) => ({ agents });

const heldByActor = ({ person }: Actor, mine = false) => ({
  ...(mine && person && { operatorId: person.id }),
});

/** Whom the site has signed in is for those who may answer: who only reads must not look people up. */
function findFilterRefusal(actor: Actor, { userId }: Filter): RefusedAs<"role_needed"> | undefined {
  if (userId === undefined || hasRole(actor, "responder")) return undefined;
  return { kind: "role_needed", role: "responder" };
}

async function read(context: OperationContext, actor: Actor, { id, after, limit }: NamedChat & PageRequest) {
  const scope = scopeOf(actor);
  const found = await inList(() =>
    context.storage.chatIndex.read({ scope, id, limit, ...(after !== undefined && { after }) }),
  );
  return found ?? ({ kind: "chat_not_found", id } as const);
}

/** Operations on chats as the console shows them. */
export const transcriptOperations = {
  /**
   * Chats in the scope, most recent activity first unless another order is given. A list with beginnings of messages
   * does not count as reading a transcript.
   */
  list: byRole(
    "viewer",
    async (
      { storage },
      { after, limit, mine, ...filter }: Filter & PageRequest & { readonly order?: ChatWaitOrder },
      actor,
    ) => {
      const refusal = findFilterRefusal(actor, filter);
      if (refusal) return refusal;
      if (mine && !actor.person) return { items: [], next: null };
      const query = { scope: scopeOf(actor), ...filter, ...heldByActor(actor, mine), limit };
      return inList(() => storage.chatIndex.list({ ...query, ...(after !== undefined && { after }) }));
    },
  ),

  /** One chat with its messages. */
  read: byRole("viewer", async (context, request: NamedChat & PageRequest, actor) => {
    const found = await read(context, actor, request);
    if ("kind" in found) return found;
    // Pages of one reading are one line.
    if (request.after === undefined)
      await context.storage.audit.append(
        auditLine(context, actor, "chat.read", { kind: "chat", id: request.id }),
      );
    return { ...found, cost: await costOfChat(context.storage, request.id) };
  }),

  /** The reply that the agent is giving in a chat; the oldest, where others wait for it. */
  running: onChat("viewer", async (context, _session, { id }: NamedChat, actor) => {
    const [reply] = await context.storage.conversations.openReplies(id);
    if (reply)
      await context.storage.audit.append(auditLine(context, actor, "chat.read", { kind: "chat", id }));
    return { reply };
  }),

  /** One chat with all of its messages, to be kept outside of the service. */
  export: byRole("viewer", async (context, { id }: NamedChat, actor) => {
    const entries: ChatTranscript["entries"][number][] = [];
    for (let after: string | undefined; ;) {
      const page = await read(context, actor, { id, limit: 200, after });
      if ("kind" in page) return page;
      entries.push(...page.entries);
      if (page.next !== null) {
        after = page.next;
        continue;
      }
      await context.storage.audit.append(auditLine(context, actor, "chat.export", { kind: "chat", id }));
      return { chat: page.chat, entries, cost: await costOfChat(context.storage, id) };
    }
  }),

  /** Every chat that fits, each with all of its messages, a few at a time. */
  exportAll: byRole("viewer", async (context, { mine, ...filter }: Filter, actor) => {
    const refusal = findFilterRefusal(actor, filter);
    if (refusal) return refusal;
    await context.storage.audit.append(auditLine(context, actor, "chats.export"));
    const none = async function* (): AsyncGenerator<ChatTranscript> {};
    if (mine && !actor.person) return { chats: none() };
    const query = { scope: scopeOf(actor), ...filter, ...heldByActor(actor, mine) };
    return { chats: context.storage.chatIndex.export(query) };
  }),

  /** Erases every chat of somebody whom the site has signed in. */
  eraseOfUser: byRole("owner", async (context, { userId }: { readonly userId: string }, actor) => {
    const { storage } = context;
    await storage.audit.append(auditLine(context, actor, "user.erase"));
    let erased = 0;
    for (;;) {
      const { items } = await storage.chatIndex.list({ scope: scopeOf(actor), userId, limit: 200 });
      if (items.length === 0) return { erased };
      for (const { id } of items) await eraseChat(context, id, actor);
      erased += items.length;
    }
  }),

  /** The counts in the scope, by hour, day or month, with their cost. */
  usage: byRole("viewer", async ({ storage }, query: Omit<UsageReportQuery, "scope">, actor) =>
    reportUsage(storage, { ...query, scope: scopeOf(actor) }),
  ),
};
