import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { ChatRow } from "./chat-tables.ts";
import type { AgentScope, ChatFilter, ChatHolder, ListedChat } from "./chat-store.ts";
import { searchTerms, type SearchTerm } from "./fold-words.ts";
import { inScope } from "./in-scope.ts";
import type { ChatOutcome } from "./outcome.ts";
import type { ReplyMark } from "./reply-facts.ts";

/** Whether a chat has what is looked for, as a condition on the table `chats`. Each database finds words its own way. */
export type MatchTerm = (term: SearchTerm) => RawBuilder<boolean>;

/** A page of chats: those behind a chat of this moment and id, at most so many. */
export interface ChatPage {
  readonly after: { readonly lastAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

/**
 * Chats that fit, the one active last first. They are found along an index that has no text in it, and only those of the
 * page are read whole. `matchTerm` is asked for each word and phrase of the text.
 */
export function selectChats(
  database: Kysely<Tables>,
  filter: ChatFilter & { readonly scope: AgentScope },
  { page, matchTerm }: { readonly page: ChatPage; readonly matchTerm: MatchTerm },
) {
  return database
    .selectFrom("chats")
    .selectAll()
    .where("id", "in", selectIds(database, filter, { page, matchTerm }))
    .orderBy("last_at", "desc")
    .orderBy("id", "desc");
}

function selectIds(
  database: Kysely<Tables>,
  { scope, ...filter }: ChatFilter & { readonly scope: AgentScope },
  { page: { after, limit }, matchTerm }: { readonly page: ChatPage; readonly matchTerm: MatchTerm },
) {
  const terms = filter.text === undefined ? undefined : searchTerms(filter.text);
  const conditions: RawBuilder<boolean>[] = [
    inScope(scope, "chats.agent_id"),
    ...(terms?.length === 0 ? [sql<boolean>`1 = 0`] : (terms ?? []).map(matchTerm)),
  ];
  const { agentId, keyId, from, to, outcomes, marks, rating, holder, language, version, userId } = filter;
  const { operatorId } = filter;
  return database
    .selectFrom("chats")
    .select("id")
    .where((chat) =>
      chat.and([
        ...conditions,
        ...(after === undefined
          ? []
          : [
              chat(
                chat.refTuple("last_at", "id"),
                "<",
                chat.tuple(chat.val(after.lastAt), chat.val(after.id)),
              ),
            ]),
        ...isEqual(chat, {
          agent_id: agentId,
          key_id: keyId,
          rating,
          holder,
          language,
          user_id: userId,
          operator_id: operatorId,
        }),
        ...(from === undefined ? [] : [chat("last_at", ">=", from)]),
        ...(to === undefined ? [] : [chat("started_at", "<", to)]),
        ...(outcomes === undefined ? [] : [isAny(outcomes.map((outcome) => sql`outcome = ${outcome}`))]),
        ...(marks === undefined ? [] : [isAny(marks.map((mark) => sql`marks like ${`%"${mark}"%`}`))]),
        ...(version === undefined ? [] : [hasVersion(version)]),
      ]),
    )
    .orderBy("last_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

function isEqual(
  chat: ExpressionBuilder<Tables, "chats">,
  values: Partial<
    Record<
      "agent_id" | "key_id" | "rating" | "holder" | "language" | "user_id" | "operator_id",
      string | undefined
    >
  >,
) {
  return Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [chat(column as keyof typeof values, "=", value)],
  );
}

function isAny(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** The list is JSON, of whole numbers, without spaces. */
function hasVersion(version: number): RawBuilder<boolean> {
  const places = [`[${version}]`, `[${version},%`, `%,${version},%`, `%,${version}]`];
  return isAny(places.map((place) => sql`versions like ${place}`));
}

/** Reads a row of the table `chats`. */
export function listedChat(row: ChatRow): ListedChat {
  return {
    id: row.id,
    agentId: row.agent_id,
    keyId: row.key_id,
    startedAt: row.started_at,
    lastAt: row.last_at,
    messages: row.messages,
    first: row.first,
    last: row.last,
    // Only this package writes these columns, from these very types.
    holder: row.holder as ChatHolder,
    outcome: row.outcome as ChatOutcome,
    rating: row.rating as ListedChat["rating"],
    marks: JSON.parse(row.marks) as readonly ReplyMark[],
    language: row.language,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    revision: row.revision,
    operator:
      row.operator_id === null || row.operator_name === null
        ? null
        : { id: row.operator_id, name: row.operator_name },
    epoch: row.epoch,
    handoff: row.handoff === null ? null : JSON.parse(row.handoff),
  };
}
