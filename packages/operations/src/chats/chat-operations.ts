import type { ChatFilter, ChatTranscript, ChatWaitOrder, StoredFile, TurnRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole, onChat } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { hasRole } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { pageQuery, refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";
import { costOfChat, type ChatCost } from "../usage/price-book.ts";
import { reportUsage } from "../usage/usage-operations.ts";
import type { UsageReportQuery } from "../usage/usage-operations.ts";

/** Which chats are meant, and that a person of the console holds them. */
interface Filter extends ChatFilter {
  /** Those that the actor holds. */
  readonly mine?: boolean;
}

const scopeOf = ({ agents }: Actor) => ({ agents });

const readBy = ({ person }: Actor) => ({ ...(person && { reader: person.id }) });

const heldByActor = ({ person }: Actor, mine = false) => ({
  ...(mine && person && { operatorId: person.id }),
});

/** Only people who may answer can filter by signed-in user: viewers must not look people up. */
function findFilterRefusal(actor: Actor, { userId }: Filter): RefusedAs<"role_needed"> | undefined {
  if (userId === undefined || hasRole(actor, "responder")) return undefined;
  return { kind: "role_needed", role: "responder" };
}

async function read(context: OperationContext, actor: Actor, { id, after, limit }: WithId & PageRequest) {
  const scope = scopeOf(actor);
  const found = await refuseInvalidCursor(() =>
    context.storage.chatIndex.read({ scope, id, ...readBy(actor), ...pageQuery({ limit, after }) }),
  );
  return found ?? ({ kind: "chat_not_found", id } as const);
}

/** One chat with all of its messages. */
interface ExportedTranscript extends ChatTranscript {
  readonly cost: ChatCost;
}

async function exportTranscript(
  context: OperationContext,
  { id }: WithId,
  actor: Actor,
): Promise<ExportedTranscript | RefusedAs<"chat_not_found" | "input_invalid">> {
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
}

/** Operations on chats. */
export const chatOperations = {
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
      const query = {
        scope: scopeOf(actor),
        ...filter,
        ...heldByActor(actor, mine),
        ...readBy(actor),
        limit,
      };
      return refuseInvalidCursor(() =>
        storage.chatIndex.list({ ...query, ...(after !== undefined && { after }) }),
      );
    },
  ),

  /** One chat with its messages. */
  read: byRole("viewer", async (context, request: WithId & PageRequest, actor) => {
    const found = await read(context, actor, request);
    if ("kind" in found) return found;
    // All pages of one transcript are one line of the log.
    if (request.after === undefined)
      await context.storage.audit.append(
        auditLine(context, actor, "chat.read", { kind: "chat", id: request.id }),
      );
    return { ...found, cost: await costOfChat(context.storage, request.id) };
  }),

  /** The reply that the agent is giving in a chat; the oldest, where others wait for it. */
  running: onChat("viewer", async (context, _session, { id }: WithId, actor) => {
    const [reply] = await context.storage.conversations.openReplies(id);
    if (reply)
      await context.storage.audit.append(auditLine(context, actor, "chat.read", { kind: "chat", id }));
    return { reply };
  }),

  /** One chat with all of its messages, for use outside of the service. */
  export: byRole("viewer", exportTranscript),

  /** Everything that is stored of one chat, its files with their bytes. */
  exportStored: byRole("responder", async (context, { id }: WithId, actor) => {
    const exported = await exportTranscript(context, { id }, actor);
    if ("kind" in exported) return exported;
    const turns = await context.storage.conversations.readTurns({ sessionId: id });
    return { ...exported, turns, files: await readFiles(context, id) };
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

  /** Erases a chat and all of its text for good. @throws ResidueRemains, see `eraseChat` */
  erase: onChat("responder", async (context, { id }, _input: WithId, actor) => {
    await eraseChat(context, id, actor);
    return { id, erased: true as const };
  }),

  /** Erases every chat of a user whom the site has signed in. */
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

/** Everything that is stored of one chat: its transcript, and its turns and files as they are stored. */
export interface StoredChat extends ExportedTranscript {
  readonly turns: readonly TurnRecord[];
  /** With their bytes. */
  readonly files: readonly StoredFile[];
}

async function readFiles({ storage }: OperationContext, sessionId: string): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const { id } of await storage.files.list(sessionId)) {
    const file = await storage.files.read({ sessionId, id });
    if (file) files.push(file);
  }
  return files;
}

/**
 * Erases a chat and all of its text for good. A reply that runs in it ends.
 *
 * @throws ResidueRemains when it is erased, but another process keeps the text from leaving SQLite's files
 */
async function eraseChat(context: OperationContext, id: string, actor: Actor): Promise<void> {
  const { storage, nodeEvents } = context;
  try {
    const audit = auditLine(context, actor, "chat.erase", { kind: "chat", id });
    await storage.conversations.erase(id, { at: context.now(), audit });
  } finally {
    nodeEvents.publish({ type: "session-erased", sessionId: id });
  }
}
