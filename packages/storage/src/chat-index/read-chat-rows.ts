import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { addressSince } from "./address-since.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import { handoffOf } from "../handoffs/holding-of.ts";
import type { ChatRow } from "./chat-index-tables.ts";
import { outcomeOf } from "./outcome.ts";
import { plainText } from "./plain-text.ts";
import { replyMarks } from "../conversations/reply-facts.ts";

/** A chat's row before it has a number and its place in the order of changes. */
export type NewChatRow = Omit<ChatRow, "number" | "revision">;

/** Of the first and the last message, in UTF-16 units. */
const maxExcerpt = 200;

/** The part of an answer that is read for it: its markup and the addresses of its links need space. */
const maxRead = 1_000;

/** The newest versions of the agent that a chat is found by. */
const maxVersions = 50;

/** Makes the rows of chats again from what was said in them. Chats without a turn have none, nor those with a draft of an agent. */
export async function readChats(
  database: Kysely<Tables>,
  ids: readonly string[],
  now: number,
): Promise<readonly NewChatRow[]> {
  const sessions = await database
    .selectFrom("sessions")
    .selectAll()
    .where("id", "in", ids)
    .where(isOfLiveAgent("agent_id"))
    .execute();
  const replies = Map.groupBy(await readReplies(database, ids), (reply) => reply.session_id);
  const counts = Map.groupBy(await countMessages(database, ids), (count) => count.session_id);
  const handoffs = await readHandoffs(database, ids);
  const rows = sessions.map(async (session) => {
    const all = replies.get(session.id) ?? [];
    const inPlace = all.filter(({ replaced }) => replaced === 0);
    const [first, last] = [inPlace[0], inPlace.at(-1)];
    const handoff = handoffs.get(session.id);
    // Somebody who asks for a person before the first message is there all the same.
    if (!handoff && !last) return [];
    const ofAgent = inPlace.filter(({ author }) => author === null);
    const ofPeople = inPlace.filter(({ author }) => author === "person");
    // A replaced message still counts, as do replies of agents.
    const unanswered = new Set(all.flatMap(({ author, turn }) => (author === "nobody" ? [turn] : [])));
    const turns = new Set(inPlace.map(({ turn }) => turn));
    const messages = counts.get(session.id) ?? [];
    const sent = messages
      .filter(({ turn }) => turns.has(turn))
      .reduce((sum, { count }) => sum + Number(count), 0);
    const outcome = outcomeOf({
      replies: ofAgent.map(({ status, rating, unanswered: isUnanswered }) => ({
        status,
        rating,
        isUnanswered: isUnanswered === 1,
      })),
      hasOpenQuestion: last !== undefined && (await hasOpenQuestion(database, session.id, last.turn)),
      isHandedOff: ofPeople.length > 0 || Boolean(handoff?.hasJoined),
      isClosed: handoff?.closedTurn === session.turns,
      lastAt: session.last_active_at,
      now,
    });
    const ratings = inPlace.flatMap(({ rating }) => (rating === null ? [] : [rating]));
    const newest = inPlace.findLast(({ key_id }) => key_id !== null);
    const user = userIn(inPlace);
    return [
      {
        id: session.id,
        agent_id: session.agent_id,
        key_id: newest?.key_id ?? handoff?.keyId ?? null,
        started_at: session.created_at,
        last_at: session.last_active_at,
        messages: sent + ofAgent.length + ofPeople.length,
        first: first
          ? (await readQuestion(database, session.id, first.turn)) || (await beginning(first))
          : "",
        last: last ? (await beginning(last)) || (await readQuestion(database, session.id, last.turn)) : "",
        holder: session.holder,
        outcome,
        rating: ratings.includes("down") ? "down" : (ratings[0] ?? null),
        marks: JSON.stringify(marksIn(inPlace)),
        language: inPlace.findLast(({ language }) => language !== null)?.language ?? null,
        versions: JSON.stringify(
          [...new Set(inPlace.flatMap(({ version }) => version ?? []))].slice(-maxVersions),
        ),
        user_id: user?.id ?? null,
        user_name: user?.name ?? null,
        counted: JSON.stringify({
          ...countsOf(outcome, ratings),
          ...countsOfPeople(
            ofPeople.length,
            messages.filter(({ turn }) => unanswered.has(turn)),
          ),
        }),
        operator_id: session.operator_id,
        operator_name: session.operator_name,
        epoch: session.epoch,
        handoff: handoff ? JSON.stringify(handoff.facts) : null,
        address_since: handoff ? await addressSince(database, session, handoff.row) : null,
      },
    ];
  });
  return (await Promise.all(rows)).flat();
}

type ReadReply = Awaited<ReturnType<typeof readReplies>>[number];

function readReplies(database: Kysely<Tables>, ids: readonly string[]) {
  return database
    .selectFrom("replies")
    .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
    .leftJoin("reply_flags", "reply_flags.reply_id", "replies.id")
    .select("reply_flags.reason as flagged")
    .select(["session_id", "turn", "status", "rating", "replaced", "details", "author"])
    .select((reply) => reply.fn<string>("substr", ["content", reply.val(1), reply.val(maxRead)]).as("said"))
    .select(["unanswered", "key_id", "language", "version", "marks"])
    .where("session_id", "in", ids)
    .orderBy("session_id")
    .orderBy("turn")
    .execute();
}

/** Why a person was asked for in these chats, and whether one has come or closed it. */
async function readHandoffs(database: Kysely<Tables>, ids: readonly string[]) {
  const rows = await database.selectFrom("handoffs").selectAll().where("session_id", "in", ids).execute();
  const asked = rows.map(({ session_id }) => session_id);
  const events =
    asked.length === 0
      ? []
      : await database
          .selectFrom("chat_events")
          .select(["session_id", "turn", "epoch", "type"])
          .where("session_id", "in", asked)
          .orderBy("epoch")
          .execute();
  const eventsOf = Map.groupBy(events, ({ session_id }) => session_id);
  return new Map(
    rows.map((row) => {
      const happened = eventsOf.get(row.session_id) ?? [];
      const last = happened.at(-1);
      return [
        row.session_id,
        {
          facts: handoffOf(row),
          row,
          keyId: row.key_id,
          hasJoined: happened.some(({ type }) => type === "joined"),
          closedTurn: last?.type === "closed" ? last.turn : undefined,
        },
      ];
    }),
  );
}

/** Counts besides agents' replies: messages of people, and visitors' messages to them. */
function countsOfPeople(
  said: number,
  answeredByNobody: readonly { readonly turn: number; readonly count: number }[],
): Readonly<Record<string, number>> {
  const heard = answeredByNobody.reduce((sum, { count }) => sum + Number(count), 0);
  return {
    ...(said > 0 && { "messages.person": said }),
    ...(heard > 0 && { "messages.visitor": heard }),
    ...(answeredByNobody.some(({ turn }) => turn === 1) && { chats: 1 }),
  };
}

function countMessages(database: Kysely<Tables>, ids: readonly string[]) {
  return database
    .selectFrom("messages")
    .select(["session_id", "turn", ({ fn }) => fn.countAll<number>().as("count")])
    .where("session_id", "in", ids)
    .groupBy(["session_id", "turn"])
    .execute();
}

async function readQuestion(database: Kysely<Tables>, sessionId: string, turn: number): Promise<string> {
  const row = await database
    .selectFrom("messages")
    .select("content")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return excerpt(row?.content ?? "");
}

async function hasOpenQuestion(database: Kysely<Tables>, sessionId: string, turn: number): Promise<boolean> {
  const row = await database
    .selectFrom("questions")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .where("answer", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How an answer begins. Agents write Markdown, people do not. */
async function beginning({ said, author }: Pick<ReadReply, "said" | "author">): Promise<string> {
  return excerpt(author === null ? await plainText(said) : said);
}

function excerpt(text: string): string {
  return text.slice(0, maxExcerpt).toWellFormed().trim();
}

/** The marks of all replies, and those of their ratings and flags, in the order of the list. */
function marksIn(replies: readonly ReadReply[]): readonly string[] {
  const marks = new Set(replies.flatMap((reply): readonly string[] => JSON.parse(reply.marks ?? "[]")));
  if (replies.some(({ rating }) => rating === "down")) marks.add("thumbs_down");
  if (replies.some(({ flagged }) => flagged !== null)) marks.add("flagged");
  // Of replies that an earlier version wrote, this is all that is known.
  if (replies.some(({ unanswered }) => unanswered === 1)) marks.add("unanswered");
  return replyMarks.filter((mark) => marks.has(mark));
}

function userIn(replies: readonly ReadReply[]): { readonly id: string; readonly name?: string } | undefined {
  for (const { details } of replies.toReversed()) {
    const user = details === null ? undefined : JSON.parse(details).user;
    if (user !== undefined) return user;
  }
  return undefined;
}

function countsOf(outcome: string, ratings: readonly string[]): Readonly<Record<string, number>> {
  const [up, down] = ["up", "down"].map((word) => ratings.filter((rating) => rating === word).length);
  return {
    [`outcome.${outcome}`]: 1,
    ...(up !== 0 && { "rating.up": up ?? 0 }),
    ...(down !== 0 && { "rating.down": down ?? 0 }),
  };
}
