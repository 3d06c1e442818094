import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from "kysely";
import { inScope, type AgentScope } from "../agent-scope.ts";
import { searchTerms, type SearchTerm } from "../chats/search-terms.ts";
import { isOfUndeletedAgent } from "../erasure/erase-agents.ts";
import type { ChatHolder } from "../holders/holder.ts";
import type { ChatRow } from "../schema/rows/chat-list.ts";
import type { Tables } from "../schema/tables.ts";
import type { ReplyMark } from "../usage/reply-facts.ts";
import { addressRevision } from "./address-revision.ts";
import type { ChatFilter, ChatWaitOrder, ListedChat } from "./chat-list.ts";
import { hasTag, isUnread, tagsOfChat } from "./desk.ts";
import { excerpt } from "./excerpt.ts";
import { withoutAnswer, type ChatTally } from "./chat-tally.ts";
import type { ChatOutcome } from "./outcome.ts";
import { snoozedUntil } from "./snooze.ts";

/** Whether a chat has what is looked for, as a condition on the table `chats`. Each database finds words its own way. */
export type MatchTerm = (term: SearchTerm) => RawBuilder<boolean>;

/** A page of chats: those after a chat with this time and id in their order, up to a maximum. */
interface ChatPage {
  readonly order: ChatWaitOrder | undefined;
  readonly after: { readonly at: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** A chat's row, with what is read beside it for a page. */
export interface SelectedChat extends ChatRow {
  readonly last_asked: string | null;
  readonly snoozed_until: number | null;
  readonly unread: number | null;
  readonly page: string | null;
  /** With line breaks between them. */
  readonly tags: string | null;
}

/** For whom chats are read, and when. */
export interface ChatReading {
  readonly now: number;
  /** Whose unread messages are told. */
  readonly reader?: string | undefined;
}

/** What is read beside the row of each chat of a page. */
export function besideChat(database: Kysely<Tables>, { now, reader }: ChatReading) {
  return [
    lastAsked(database),
    tagsOfChat.as("tags"),
    snoozedUntil("chats", now).as("snoozed_until"),
    isUnread(reader, now).as("unread"),
    sql<string | null>`(select page from handoffs where session_id = chats.id)`.as("page"),
  ] as const;
}

/** More than an excerpt has, since one counts UTF-16 units and a database characters. */
const maxRead = 1_000;

/**
 * The visitor's newest message in a chat, found by its place: only for the chats of one page, and without a write whenever
 * somebody writes. A newer turn replaces an older one, so the newest is never replaced.
 */
function lastAsked(database: Kysely<Tables>) {
  return database
    .selectFrom("messages")
    .select(sql<string>`substr(messages.content, 1, ${sql.lit(maxRead)})`.as("content"))
    .where("messages.session_id", "=", sql.ref<string>("chats.id"))
    .orderBy("messages.turn", "desc")
    .orderBy("messages.position", "desc")
    .limit(1)
    .as("last_asked");
}

/** By which time chats are listed, and whether the earliest comes first. Without an order, the one active last does. */
function orderOf(order: ChatWaitOrder | undefined) {
  return order === undefined
    ? ({ time: "last_at", direction: "desc" } as const)
    : ({ time: "address_since", direction: order === "longest_wait" ? "asc" : "desc" } as const);
}

interface SelectDependencies {
  readonly page: ChatPage;
  readonly matchTerm: MatchTerm;
  readonly reading: ChatReading;
}

/**
 * Chats that fit, in the order of the page. They are found along an index that has no text in it, and only those of the
 * page are read whole. `matchTerm` is asked for each word and phrase of the text.
 */
export function selectChats(
  database: Kysely<Tables>,
  filter: ChatFilter & { readonly scope: AgentScope },
  { page, matchTerm, reading }: SelectDependencies,
) {
  const { time, direction } = orderOf(page.order);
  return database
    .selectFrom("chats")
    .selectAll()
    .select(besideChat(database, reading))
    .where("id", "in", selectIds(database, filter, { page, matchTerm, reading }))
    .orderBy(time, direction)
    .orderBy("id", direction);
}

function selectIds(
  database: Kysely<Tables>,
  { scope, ...filter }: ChatFilter & { readonly scope: AgentScope },
  { page: { order, after, limit }, matchTerm, reading }: SelectDependencies,
) {
  const { time, direction } = orderOf(order);
  const terms = filter.text === undefined ? undefined : searchTerms(filter.text);
  const conditions: RawBuilder<boolean>[] = [
    inScope(scope, "chats.agent_id"),
    isOfUndeletedAgent("chats.agent_id"),
    ...(terms?.length === 0 ? [sql<boolean>`1 = 0`] : (terms ?? []).map(matchTerm)),
  ];
  const { agentId, keyId, from, to, outcomes, marks, rating, holder, language, version, userId } = filter;
  const { operatorId, address, unanswered, tag, snoozed } = filter;
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
                chat.refTuple(time, "id"),
                direction === "asc" ? ">" : "<",
                chat.tuple(chat.val(after.at), chat.val(after.id)),
              ),
            ]),
        ...isEqual(chat, {
          agent_id: agentId,
          key_id: keyId,
          holder,
          language,
          user_id: userId,
          operator_id: operatorId,
        }),
        ...(operatorId !== undefined || (holder !== undefined && holder !== "agent") ? [isInHand] : []),
        ...(from === undefined ? [] : [chat("last_at", ">=", from)]),
        ...(to === undefined ? [] : [chat("started_at", "<", to)]),
        ...(outcomes === undefined ? [] : [isAny(outcomes.map((outcome) => sql`outcome = ${outcome}`))]),
        ...(rating === undefined ? [] : [ratingIs[rating]]),
        ...(marks === undefined ? [] : [isAny(marks.map(hasMark))]),
        ...(version === undefined ? [] : [hasVersion(version)]),
        ...(address === undefined ? [] : [addressIs[address]]),
        ...(unanswered === true ? [hasUnansweredTurn] : []),
        ...(tag === undefined ? [] : [hasTag(tag)]),
        ...(snoozed === undefined ? [] : [isSnoozed(reading.now, snoozed)]),
        ...(order === undefined ? [] : [addressIs.unanswered]),
      ]),
    )
    .orderBy(time, direction)
    .orderBy("id", direction)
    .limit(limit);
}

function isSnoozed(now: number, wanted: boolean): RawBuilder<boolean> {
  const until = snoozedUntil("chats", now);
  if (!wanted) return sql`${until} is null`;
  // Found by the few that are set aside, not among all chats.
  return sql`chats.id in (select session_id from chat_snoozes where until > ${now}) and ${until} is not null`;
}

/** Written out, as `addressIs`: a chat that a person holds or that waits for one. */
const isInHand = sql<boolean>`holder <> 'agent'`;

/** Written out, not as parameters: only then are the few that wait found by their own index. */
const addressIs: Readonly<Record<NonNullable<ChatFilter["address"]>, RawBuilder<boolean>>> = {
  left: sql`address_since is not null`,
  unanswered: sql`address_since > 0`,
};

/** Written out, as `addressIs`: the newest of the few that went badly are found without reading those that did not. */
const ratingIs: Readonly<Record<NonNullable<ChatFilter["rating"]>, RawBuilder<boolean>>> = {
  up: sql`rating = 'up'`,
  down: sql`rating = 'down'`,
};

/** Also written out. The list is JSON, of words that this package knows. */
function hasMark(mark: ReplyMark): RawBuilder<boolean> {
  return sql`marks like ${sql.lit(`%"${mark}"%`)}`;
}

/** Counts are JSON without spaces, and never 0. A quote within one of its texts has a backslash before it. */
const hasUnansweredTurn = sql<boolean>`tally like ${`%"${withoutAnswer}":%`}`;

function isEqual(
  chat: ExpressionBuilder<Tables, "chats">,
  values: Partial<
    Record<"agent_id" | "key_id" | "holder" | "language" | "user_id" | "operator_id", string | undefined>
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

/** Reads a row of the table `chats`, with what belongs to it. */
export function listedChat(row: SelectedChat): ListedChat {
  const tally: ChatTally = JSON.parse(row.tally);
  return {
    id: row.id,
    agentId: row.agent_id,
    keyId: row.key_id,
    startedAt: row.started_at,
    lastAt: row.last_at,
    messages: row.messages,
    first: row.first,
    last: row.last,
    lastAsked: row.last_asked === null ? null : excerpt(row.last_asked),
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
    addressSince: row.address_since || null,
    addressRevision: addressRevision(row),
    unanswered: tally.counts[withoutAnswer] ?? 0,
    tags: row.tags === null ? [] : row.tags.split("\n").toSorted((one, other) => one.localeCompare(other)),
    snoozedUntil: row.snoozed_until,
    isUnread: row.unread === 1,
    page: row.page,
  };
}
