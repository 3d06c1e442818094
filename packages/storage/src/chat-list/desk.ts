import { sql, type Kysely } from "kysely";
import { inScope, type AgentScope } from "../agent-scope.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import type { EntryPosition } from "../holders/chat-position.ts";
import { recordChange, type LockSession } from "../holders/write-move.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { Tables } from "../schema/tables.ts";

/** The most tags that a chat can have. */
export const maxTags = 20;

/**
 * For how long the service remembers what an operator has seen, in milliseconds: a message that is older counts as read by
 * everybody.
 */
export const unreadMs = 30 * 86_400_000;

/** A tag, and how many chats have it. */
export interface UsedTag {
  readonly tag: string;
  readonly chats: number;
}

/** What operators keep with chats so that they find their way: tags, chats set aside, and what each has seen. */
export interface ChatDesk {
  /**
   * Adds and removes tags; those that are there already, or are not, stay so. `full`: it would have more than `maxTags`,
   * and nothing was changed.
   */
  tag(change: {
    readonly sessionId: string;
    readonly add: readonly string[];
    readonly remove: readonly string[];
    readonly audit?: AuditEntry;
  }): Promise<"tagged" | "full" | "chat_not_found">;
  /** The tags of chats in the scope, most used first. */
  tags(query: { readonly scope: AgentScope; readonly limit: number }): Promise<readonly UsedTag[]>;
  /**
   * Sets a chat aside until a time, or takes it back with `null`. It comes back earlier when the visitor writes, or when the
   * chat moves to another holder. `false` if the chat does not exist.
   *
   * @param change.seen id of the visitor's newest message that the operator has seen: a newer one brings the chat back at
   *   once. Without it, or if the chat has no such message, only messages from now on do
   */
  snooze(change: {
    readonly sessionId: string;
    readonly until: number | null;
    readonly seen?: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
  /**
   * Notes that an operator has seen the chat up to a message of the visitor. What they had seen before stays seen. `false`
   * if the chat has no such message.
   */
  see(seen: {
    readonly sessionId: string;
    readonly operatorId: string;
    readonly messageId: string;
    readonly at: number;
  }): Promise<boolean>;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly reader: Kysely<Tables>;
  readonly lockSession: LockSession;
}

/** The same in every database. */
export function createChatDesk({ database, reader, lockSession }: Dependencies): ChatDesk {
  return {
    tag: ({ sessionId, add, remove, audit }) =>
      database.transaction().execute(async (transaction) => {
        if (!(await lockSession(transaction, sessionId))) return "chat_not_found";
        const rows = await transaction
          .selectFrom("chat_tags")
          .select("tag")
          .where("session_id", "=", sessionId)
          .execute();
        const before = new Set(rows.map(({ tag }) => tag));
        const after = before.difference(new Set(remove)).union(new Set(add));
        if (after.size > maxTags && after.size > before.size) return "full";
        const [added, removed] = [[...after.difference(before)], [...before.difference(after)]];
        if (added.length === 0 && removed.length === 0) return "tagged";
        if (removed.length > 0)
          await transaction
            .deleteFrom("chat_tags")
            .where("session_id", "=", sessionId)
            .where("tag", "in", removed)
            .execute();
        if (added.length > 0)
          await transaction
            .insertInto("chat_tags")
            .values(added.map((tag) => ({ session_id: sessionId, tag })))
            .execute();
        await recordChange(transaction, sessionId);
        await writeAudit(transaction, audit);
        return "tagged";
      }),

    async tags({ scope, limit }) {
      const count = sql<number>`count(*)`;
      const rows = await reader
        .selectFrom("chat_tags")
        .innerJoin("chats", "chats.id", "chat_tags.session_id")
        .select(["tag", count.as("chats")])
        .where(inScope(scope, "chats.agent_id"))
        .where(isOfUndeletedAgent("chats.agent_id"))
        .groupBy("tag")
        .orderBy(count, "desc")
        .orderBy("tag")
        .limit(limit)
        .execute();
      return rows.map(({ tag, chats }) => ({ tag, chats: Number(chats) }));
    },

    snooze: ({ sessionId, until, seen, audit }) =>
      database.transaction().execute(async (transaction) => {
        const session = await lockSession(transaction, sessionId);
        if (!session) return false;
        await transaction.deleteFrom("chat_snoozes").where("session_id", "=", sessionId).execute();
        if (until !== null) {
          const { turn, position } = await newestMessage(transaction, sessionId, seen);
          await transaction
            .insertInto("chat_snoozes")
            .values({ session_id: sessionId, until, epoch: session.epoch, turn, position })
            .execute();
        }
        await recordChange(transaction, sessionId);
        await writeAudit(transaction, audit);
        return true;
      }),

    async see({ sessionId, operatorId, messageId, at }) {
      const seen = await database
        .selectFrom("messages")
        .select(["turn", "position"])
        .where("id", "=", messageId)
        .where("session_id", "=", sessionId)
        .executeTakeFirst();
      if (!seen) return false;
      await database
        .insertInto("chat_seen")
        .values({ session_id: sessionId, operator_id: operatorId, ...seen, at })
        .onConflict((conflict) =>
          conflict
            .columns(["session_id", "operator_id"])
            .doUpdateSet((row) => ({
              turn: row.ref("excluded.turn"),
              position: row.ref("excluded.position"),
              at: row.ref("excluded.at"),
            }))
            // Another tab may have been further.
            .where(sql<boolean>`(excluded.turn, excluded.position) >= (chat_seen.turn, chat_seen.position)`),
        )
        .execute();
      // What is older counts as read anyway.
      await database
        .deleteFrom("chat_seen")
        .where("operator_id", "=", operatorId)
        .where("at", "<", at - unreadMs)
        .execute();
      return true;
    },
  };
}

async function newestMessage(
  transaction: Kysely<Tables>,
  sessionId: string,
  seen: string | undefined,
): Promise<EntryPosition> {
  const messages = transaction
    .selectFrom("messages")
    .select(["turn", "position"])
    .where("session_id", "=", sessionId);
  const known = seen === undefined ? undefined : await messages.where("id", "=", seen).executeTakeFirst();
  if (known) return known;
  const newest = await messages
    .orderBy("turn", "desc")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest ?? { turn: 0, position: -1 };
}

/** Tags of a chat as one text, or null: no tag has a line break. */
export const tagsOfChat = sql<string | null>`(
  select string_agg(tag, ${sql.lit("\n")}) from chat_tags where chat_tags.session_id = chats.id)`;

/** Whether a chat has a tag, as a condition on the table `chats`. */
export const hasTag = (tag: string) =>
  sql<boolean>`chats.id in (select session_id from chat_tags where tag = ${tag})`;

/** 1 where the visitor's newest message is one that the operator has not seen, as a value for each row of `chats`. */
export function isUnread(operatorId: string | undefined, now: number) {
  if (operatorId === undefined) return sql<number>`0`;
  return sql<number>`(
    select case when newest.created_at >= ${now - unreadMs} and not exists (
      select 1 from chat_seen where chat_seen.session_id = chats.id and chat_seen.operator_id = ${operatorId}
        and (chat_seen.turn > newest.turn
          or (chat_seen.turn = newest.turn and chat_seen.position >= newest.position))
    ) then 1 else 0 end
    from (
      select turn, position, created_at from messages where messages.session_id = chats.id
      order by turn desc, position desc limit 1
    ) as newest)`;
}
