import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { ChatRow } from "./chat-tables.ts";
import { outcomeOf } from "./outcome.ts";
import { replyMarks } from "./reply-facts.ts";

/** A chat's row before it has a number and its place in the order of changes. */
export type NewChatRow = Omit<ChatRow, "number" | "revision">;

/** Of the first and the last message, in UTF-16 units. */
const maxExcerpt = 200;

/** The newest versions of the agent that a chat is found by. */
const maxVersions = 50;

/** Makes the rows of chats anew from what was said in them. Chats without a turn have none. */
export async function readChats(
  database: Kysely<Tables>,
  ids: readonly string[],
  now: number,
): Promise<readonly NewChatRow[]> {
  const sessions = await database.selectFrom("sessions").selectAll().where("id", "in", ids).execute();
  const replies = Map.groupBy(await readReplies(database, ids), (reply) => reply.session_id);
  const counts = Map.groupBy(await countMessages(database, ids), (count) => count.session_id);
  const rows = sessions.map(async (session) => {
    const inPlace = (replies.get(session.id) ?? []).filter(({ replaced }) => replaced === 0);
    const [first, last] = [inPlace[0], inPlace.at(-1)];
    if (!first || !last) return [];
    const turns = new Set(inPlace.map(({ turn }) => turn));
    const messages = (counts.get(session.id) ?? []).filter(({ turn }) => turns.has(turn));
    const sent = messages.reduce((sum, { count }) => sum + Number(count), 0);
    const outcome = outcomeOf({
      replies: inPlace.map(({ status, rating, unanswered }) => ({
        status,
        rating,
        isUnanswered: unanswered === 1,
      })),
      hasOpenQuestion: await hasOpenQuestion(database, session.id, last.turn),
      isHandedOver: false,
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
        key_id: newest?.key_id ?? null,
        started_at: session.created_at,
        last_at: session.last_active_at,
        messages: sent + inPlace.length,
        first: await readQuestion(database, session.id, first.turn),
        last: excerpt(last.said) || (await readQuestion(database, session.id, last.turn)),
        holder: "agent",
        outcome,
        rating: ratings.includes("down") ? "down" : (ratings[0] ?? null),
        marks: JSON.stringify(marksIn(inPlace)),
        language: inPlace.findLast(({ language }) => language !== null)?.language ?? null,
        versions: JSON.stringify(
          [...new Set(inPlace.flatMap(({ version }) => version ?? []))].slice(-maxVersions),
        ),
        user_id: user?.id ?? null,
        user_name: user?.name ?? null,
        counted: JSON.stringify(countsOf(outcome, ratings)),
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
    .select(["session_id", "turn", "status", "rating", "replaced", "details"])
    .select((reply) =>
      reply.fn<string>("substr", ["content", reply.val(1), reply.val(maxExcerpt)]).as("said"),
    )
    .select(["unanswered", "key_id", "language", "version", "marks"])
    .where("session_id", "in", ids)
    .orderBy("session_id")
    .orderBy("turn")
    .execute();
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

function excerpt(text: string): string {
  return text.slice(0, maxExcerpt).toWellFormed().trim();
}

/** Those of all replies, and what is told from their ratings, in the order in which marks are listed. */
function marksIn(replies: readonly ReadReply[]): readonly string[] {
  const marks = new Set(replies.flatMap((reply): readonly string[] => JSON.parse(reply.marks ?? "[]")));
  if (replies.some(({ rating }) => rating === "down")) marks.add("thumbs_down");
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
