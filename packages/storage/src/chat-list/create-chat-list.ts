import { sql, type Kysely } from "kysely";
import { inScope } from "../agent-scope.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import type { EntryPosition } from "../holders/chat-position.ts";
import { decodeCursor, encodeCursor } from "../paging.ts";
import type { Tables } from "../schema/tables.ts";
import { createModelUsage } from "../usage/model-usage.ts";
import { createUsageReport } from "../usage/usage-report.ts";
import type { CatchUp } from "./catch-up.ts";
import type { ChatEntry, ChatIndex, ChatTranscript } from "./chat-list.ts";
import { besideChat, listedChat, selectChats, type MatchTerm } from "./filter-chats.ts";
import { createFeedbackList } from "./list-feedback.ts";
import { createVersionOutcomes } from "./outcome.ts";
import { readEntries } from "./read-entries.ts";
import { snoozedUntil } from "./snooze.ts";
import { newestRevision } from "./write-chat-rows.ts";

interface Dependencies {
  /** Reads for operators without delaying visitors. */
  readonly reader: Kysely<Tables>;
  readonly catchUp: CatchUp;
  readonly matchTerm: MatchTerm;
  /** By which chats come back that were set aside. */
  readonly now: () => number;
}

const chatList = "chats";
const beginning: EntryPosition = { turn: 0, position: -1 };

/** Chats and entries that an export holds at a time. */
const [chatBatch, entryBatch] = [20, 200];

/** The data that operators read. */
export function createChatList({ reader, catchUp, matchTerm, now }: Dependencies): ChatIndex {
  const readUsage = createUsageReport({ reader });
  const readModelUsage = createModelUsage({ reader });
  const listFeedback = createFeedbackList({ reader });
  const countByVersion = createVersionOutcomes({ reader });

  const list: ChatIndex["list"] = async ({ after, limit, order, reader: readBy, ...filter }) => {
    const listName = order === undefined ? chatList : `${chatList} by ${order}`;
    const [at, id] = after === undefined ? [] : decodeCursor(listName, after, ["number", "string"]);
    await catchUp.withChanges();
    const page = {
      order,
      after: at === undefined || id === undefined ? undefined : { at, id },
      limit: limit + 1,
    };
    const rows = await selectChats(reader, filter, {
      page,
      matchTerm,
      reading: { now: now(), reader: readBy },
    }).execute();
    const items = rows.slice(0, limit).map(listedChat);
    const last = rows.length > limit ? items.at(-1) : undefined;
    if (!last) return { items, next: null };
    const lastTime = order === undefined ? last.lastAt : (last.addressSince ?? 0);
    return { items, next: encodeCursor(listName, [lastTime, last.id]) };
  };

  const find: ChatIndex["find"] = async ({ scope, id, reader: readBy }) => {
    await catchUp.withChat(id);
    const row = await reader
      .selectFrom("chats")
      .selectAll()
      .select(besideChat(reader, { now: now(), reader: readBy }))
      .where("id", "=", id)
      .where(inScope(scope, "agent_id"))
      .where(isOfUndeletedAgent("agent_id"))
      .executeTakeFirst();
    return row && listedChat(row);
  };

  async function readAll(id: string): Promise<readonly ChatEntry[]> {
    const entries: ChatEntry[] = [];
    for (let after = beginning; ;) {
      const page = await readEntries(reader, id, { after, limit: entryBatch });
      entries.push(...page.map(withoutPosition));
      const last = page.at(-1);
      if (!last || page.length < entryBatch) return entries;
      after = last;
    }
  }

  return {
    list,
    find,

    async read({ scope, id, after, limit, reader: readBy }) {
      const entryList = `entries of ${id}`;
      const [turn = 0, position = 0] =
        after === undefined ? [] : decodeCursor(entryList, after, ["number", "number"]);
      const start = after === undefined ? beginning : { turn, position };
      const chat = await find({ scope, id, ...(readBy !== undefined && { reader: readBy }) });
      if (!chat) return undefined;
      const page = await readEntries(reader, id, { after: start, limit: limit + 1 });
      const entries = page.slice(0, limit);
      const last = page.length > limit ? entries.at(-1) : undefined;
      return {
        chat,
        entries: entries.map(withoutPosition),
        next: last ? encodeCursor(entryList, [last.turn, last.position]) : null,
      };
    },

    async *export(query): AsyncGenerator<ChatTranscript> {
      for (let after: string | undefined; ;) {
        const { items, next } = await list({
          ...query,
          limit: chatBatch,
          ...(after !== undefined && { after }),
        });
        for (const chat of items) yield { chat, entries: await readAll(chat.id) };
        if (next === null) return;
        after = next;
      }
    },

    async changedSince({ scope, revision, limit }) {
      await catchUp.withChanges();
      const rows = await reader
        .selectFrom("chats")
        .select(["id", "agent_id as agentId", "revision"])
        .where("revision", ">", revision)
        .where(inScope(scope, "agent_id"))
        .where(isOfUndeletedAgent("agent_id"))
        .orderBy("revision")
        .limit(limit)
        .execute();
      return rows;
    },

    async countAddresses() {
      // Grouped by an expression: SQLite would read all chats in the order of their agents.
      const agent = sql<string>`agent_id || ''`;
      const rows = await reader
        .selectFrom("chats")
        .select([agent.as("agentId"), ({ fn }) => fn.countAll<number>().as("count")])
        .where(sql<boolean>`address_since > 0`)
        .where(sql<boolean>`${snoozedUntil("chats", now())} is null`)
        .groupBy(agent)
        .execute();
      return rows.map(({ agentId, count }) => ({ agentId, count: Number(count) }));
    },

    async newestRevision() {
      await catchUp.withChanges();
      return newestRevision(reader);
    },

    listFeedback,

    async outcomesByVersion(query) {
      await catchUp.withChanges();
      return countByVersion(query);
    },

    async usage(query) {
      await catchUp.withChanges();
      return readUsage(query);
    },

    async modelUsage(query) {
      await catchUp.withChanges();
      return readModelUsage(query);
    },

    catchUp: () => catchUp.withSome(),
  };
}

/** An entry's position in its turn is only needed for the next page. */
function withoutPosition({ position: _position, ...entry }: ChatEntry & EntryPosition): ChatEntry {
  return entry;
}
