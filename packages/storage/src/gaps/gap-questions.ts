import type { Kysely, Selectable } from "kysely";
import { isOfLiveAgent } from "../preview-id.ts";
import type { GapQuestionRow } from "../schema/rows/gaps.ts";
import type { Tables } from "../schema/tables.ts";
import type { ReplyDetails, ReplyMark } from "../usage/reply-facts.ts";
import { gapMarks, type GapQuestion, type NearestPassage, type QuestionVector } from "./gap-store.ts";

/** Reads a row of the table `gap_questions`. */
export function gapQuestion(row: Selectable<GapQuestionRow>): GapQuestion {
  return {
    replyId: row.reply_id,
    chatId: row.session_id,
    agentId: row.agent_id,
    at: row.at,
    question: row.question,
    marks: marksIn(row.marks),
    nearest: nearestIn(row.nearest),
    vector: vectorIn(row),
  };
}

/** Only this package writes these columns, from these very types. */
function marksIn(text: string): readonly ReplyMark[] {
  return JSON.parse(text);
}

/** The passage that came nearest. */
function nearestIn(text: string | null): NearestPassage | null {
  return text === null ? null : JSON.parse(text);
}

/** A vector as columns. */
export function vectorColumns(vector: QuestionVector | null) {
  if (!vector) return { vector_model: null, vector: null };
  const { buffer, byteOffset, byteLength } = vector.values;
  return {
    vector_model: vector.model,
    vector: Buffer.from(buffer, byteOffset, byteLength).toString("base64"),
  };
}

/** The vector in a row's columns. */
export function vectorIn({
  vector_model: model,
  vector,
}: Pick<GapQuestionRow, "vector_model" | "vector">): QuestionVector | null {
  if (model === null || vector === null) return null;
  return { model, values: new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer) };
}

/** A passage with such a score is good enough to answer from, as for agents that have a model. */
const goodScore = 0.35;

/** A recorded change of a turn: a row of `chat_changes`. */
interface RecordedTurn {
  readonly id: number;
  readonly turn: number;
}

/** The maximum length of a question in UTF-16 units: enough to know what it is about. */
const maxQuestion = 500;

/**
 * Records the questions in these turns that were not answered well, and removes those that are no longer such, since a
 * rating or a flag was removed or a later message has replaced them. Few turns have any: the others cost one statement
 * for all of them.
 *
 * @param changes whose rows are still in `chat_changes`
 */
export async function recordGapQuestions(
  transaction: Kysely<Tables>,
  changes: readonly RecordedTurn[],
): Promise<void> {
  const replies = await readMarkedReplies(transaction, changes);
  if (replies.length === 0) return;
  const asked = replies.filter((reply) => marksOf(reply, null).length > 0);
  const details = await readDetails(transaction, asked);
  const questions = await readQuestions(transaction, asked);
  const found = asked.flatMap((reply) => {
    const nearest = nearestOf(details.get(reply.id) ?? null);
    const marks = marksOf(reply, nearest);
    const question = questions.get(reply.id) ?? "";
    return marks.length > 0 && question !== "" ? [{ reply, nearest, marks, question }] : [];
  });
  const kept = new Set(found.map(({ reply }) => reply.id));
  const gone = replies.filter(({ id, noted }) => noted !== null && !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await transaction.deleteFrom("gap_questions").where("reply_id", "in", gone).execute();
  if (found.length === 0) return;
  await transaction
    .insertInto("gap_questions")
    .values(
      found.map(({ reply, nearest, marks, question }) => ({
        reply_id: reply.id,
        session_id: reply.session_id,
        agent_id: reply.agent_id,
        at: reply.created_at,
        question,
        marks: JSON.stringify(marks),
        nearest: nearest && JSON.stringify(nearest),
        score: Math.round((nearest?.score ?? 0) * 1000),
        gap_id: null,
        vector_model: null,
        vector: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("reply_id").doUpdateSet((row) => ({ marks: row.ref("excluded.marks") })),
    )
    .execute();
}

type MarkedReply = Awaited<ReturnType<typeof readMarkedReplies>>[number];

/** The replies of these turns that have ended and have anything of a gap's question, or had. */
async function readMarkedReplies(database: Kysely<Tables>, changes: readonly RecordedTurn[]) {
  const ids = changes.filter(({ turn }) => turn > 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  return (
    database
      .selectFrom("chat_changes")
      .innerJoin("replies", (join) =>
        join
          .onRef("replies.session_id", "=", "chat_changes.session_id")
          .onRef("replies.turn", "=", "chat_changes.turn"),
      )
      .innerJoin("sessions", "sessions.id", "replies.session_id")
      .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
      .leftJoin("reply_flags", "reply_flags.reply_id", "replies.id")
      .leftJoin("gap_questions", "gap_questions.reply_id", "replies.id")
      .select([
        "replies.id",
        "replies.session_id",
        "replies.created_at",
        "replies.rating",
        "reply_flags.reason",
      ])
      .select(["reply_facts.marks", "sessions.agent_id", "gap_questions.reply_id as noted"])
      .select(["replies.replaced", "replies.author"])
      // A turn may have been recorded several times.
      .distinct()
      .where("chat_changes.id", "in", ids)
      .where("replies.status", "!=", "streaming")
      .where(isOfLiveAgent("sessions.agent_id"))
      .where((row) =>
        row.or([
          row("gap_questions.reply_id", "is not", null),
          row("replies.rating", "=", "down"),
          row("reply_flags.reason", "is not", null),
          row("reply_facts.marks", "!=", "[]"),
        ]),
      )
      .execute()
  );
}

/** What explains each of these replies, by its id. */
async function readDetails(
  database: Kysely<Tables>,
  replies: readonly MarkedReply[],
): Promise<ReadonlyMap<string, string | null>> {
  if (replies.length === 0) return new Map();
  const ids = replies.map(({ id }) => id);
  const rows = await database
    .selectFrom("replies")
    .select(["id", "details"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, details }) => [id, details]));
}

/** What visitors asked, by the id of the reply. */
async function readQuestions(
  database: Kysely<Tables>,
  replies: readonly MarkedReply[],
): Promise<ReadonlyMap<string, string>> {
  if (replies.length === 0) return new Map();
  const messages = await database
    .selectFrom("replies")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.session_id", "=", "replies.session_id")
        .onRef("messages.turn", "=", "replies.turn"),
    )
    .select(["replies.id", "messages.content"])
    .where(
      "replies.id",
      "in",
      replies.map(({ id }) => id),
    )
    .orderBy("messages.position")
    .execute();
  const byReply = Map.groupBy(messages, ({ id }) => id);
  return new Map([...byReply].map(([id, said]) => [id, questionIn(said.map(({ content }) => content))]));
}

function questionIn(messages: readonly string[]): string {
  const text = messages.join(" ").replaceAll(/\s+/g, " ").trim();
  return text.length <= maxQuestion ? text : `${text.slice(0, maxQuestion - 1).toWellFormed()}…`;
}

/**
 * The marks that make a question one of a gap. That it is `unanswered` does so where nothing was found that is good enough:
 * an agent without a model also says so of what it did not find in the first place, where the knowledge lacks nothing.
 */
function marksOf(
  reply: Pick<MarkedReply, "marks" | "rating" | "reason" | "replaced" | "author">,
  nearest: NearestPassage | null,
): readonly ReplyMark[] {
  if (reply.replaced !== 0 || reply.author !== null) return [];
  const marks: readonly ReplyMark[] = [
    ...marksIn(reply.marks ?? "[]"),
    ...(reply.rating === "down" ? (["thumbs_down"] as const) : []),
    ...(reply.reason === null ? [] : (["flagged"] as const)),
  ];
  const isFound = nearest !== null && nearest.score >= goodScore;
  return gapMarks.filter((mark) => marks.includes(mark) && !(mark === "unanswered" && isFound));
}

function nearestOf(text: string | null): NearestPassage | null {
  if (text === null) return null;
  const details: ReplyDetails = JSON.parse(text);
  const passages = details.searches.flatMap((search) => search.passages);
  const [best] = passages.toSorted((one, other) => other.score - one.score);
  return best ? { title: best.title, url: best.url, text: best.text, score: best.score } : null;
}
