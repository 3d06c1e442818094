import type { Selectable } from "kysely";
import type { ReplyMark } from "../conversations/reply-facts.ts";
import type { GapQuestion, NearestPassage, QuestionVector } from "./gap-store.ts";
import type { GapQuestionRow } from "./gap-tables.ts";

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
export function marksIn(text: string): readonly ReplyMark[] {
  return JSON.parse(text);
}

/** The passage that came nearest. */
export function nearestIn(text: string | null): NearestPassage | null {
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
