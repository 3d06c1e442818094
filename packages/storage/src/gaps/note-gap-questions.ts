import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { ReplyDetails, ReplyMark } from "../conversations/reply-facts.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import { gapMarks, type NearestPassage } from "./gap-store.ts";
import { marksIn } from "./gap-question-record.ts";

/** A passage with such a score is good enough to answer from, as for agents that have a model. */
const goodScore = 0.35;

/** The maximum length of a question in UTF-16 units: enough to know what it is about. */
const maxQuestion = 500;

/**
 * Records the questions in these turns that were not answered well, and removes those that are no longer such, since a
 * rating or a flag was removed or a later message has replaced them.
 */
export async function noteGapQuestions(
  transaction: Kysely<Tables>,
  changes: readonly { readonly session_id: string; readonly turn: number }[],
): Promise<void> {
  for (const { session_id: sessionId, turn } of changes) {
    if (turn === 0) continue;
    const reply = await transaction
      .selectFrom("replies")
      .innerJoin("sessions", "sessions.id", "replies.session_id")
      .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
      .select(["replies.id", "replies.status", "replies.replaced", "replies.rating", "replies.author"])
      .leftJoin("reply_flags", "reply_flags.reply_id", "replies.id")
      .select("reply_flags.reason")
      .select(["replies.details", "replies.created_at", "reply_facts.marks", "sessions.agent_id"])
      .where("replies.session_id", "=", sessionId)
      .where("replies.turn", "=", turn)
      .where(isOfLiveAgent("sessions.agent_id"))
      .executeTakeFirst();
    if (!reply || reply.status === "streaming") continue;
    const isInPlace = reply.replaced === 0 && reply.author === null;
    const nearest = nearestOf(reply.details);
    const marks = isInPlace ? marksOf(reply, nearest) : [];
    const question = marks.length > 0 ? await readQuestion(transaction, sessionId, turn) : "";
    if (question === "") {
      await transaction.deleteFrom("gap_questions").where("reply_id", "=", reply.id).execute();
      continue;
    }
    await transaction
      .insertInto("gap_questions")
      .values({
        reply_id: reply.id,
        session_id: sessionId,
        agent_id: reply.agent_id,
        at: reply.created_at,
        question,
        marks: JSON.stringify(marks),
        nearest: nearest && JSON.stringify(nearest),
        score: Math.round((nearest?.score ?? 0) * 1000),
        gap_id: null,
        vector_model: null,
        vector: null,
      })
      .onConflict((conflict) =>
        conflict.column("reply_id").doUpdateSet((row) => ({ marks: row.ref("excluded.marks") })),
      )
      .execute();
  }
}

/**
 * The marks that make a question one of a gap. That it is `unanswered` does so where nothing was found that is good enough:
 * an agent without a model also says so of what it did not find in the first place, where the knowledge lacks nothing.
 */
function marksOf(
  reply: { readonly marks: string | null; readonly rating: string | null; readonly reason: string | null },
  nearest: NearestPassage | null,
): readonly ReplyMark[] {
  const marks: readonly ReplyMark[] = [
    ...marksIn(reply.marks ?? "[]"),
    ...(reply.rating === "down" ? (["thumbs_down"] as const) : []),
    ...(reply.reason === null ? [] : (["flagged"] as const)),
  ];
  const isFound = nearest !== null && nearest.score >= goodScore;
  return gapMarks.filter((mark) => marks.includes(mark) && !(mark === "unanswered" && isFound));
}

async function readQuestion(database: Kysely<Tables>, sessionId: string, turn: number): Promise<string> {
  const messages = await database
    .selectFrom("messages")
    .select("content")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .orderBy("position")
    .execute();
  const text = messages
    .map(({ content }) => content)
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text.length <= maxQuestion ? text : `${text.slice(0, maxQuestion - 1).toWellFormed()}…`;
}

function nearestOf(text: string | null): NearestPassage | null {
  if (text === null) return null;
  const details: ReplyDetails = JSON.parse(text);
  const passages = details.searches.flatMap((search) => search.passages);
  const [best] = passages.toSorted((one, other) => other.score - one.score);
  return best ? { title: best.title, url: best.url, text: best.text, score: best.score } : null;
}
