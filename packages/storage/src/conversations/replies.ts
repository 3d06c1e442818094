import type { EarlyEnding, GivenAnswer, MessageStatus } from "@servicechat/contract";
import { feedbackOf } from "../feedback/feedback.ts";
import type { ReplyRecord, StoredPart, ToldReply } from "../storage.ts";
import type { QuestionRow, ReplyRow, ToldReplyColumns } from "../schema/tables.ts";

/** The columns of an answered question that are needed to draw it into its reply. */
export type AnswerRow = Pick<QuestionRow, "id" | "turn" | "answer">;

/** The columns of a reply that a model needs. */
export type ToldReplyRow = Pick<ReplyRow, "turn" | "status" | "content" | "parts" | "transcript"> &
  AuthorColumns;

/** The author of a reply. */
type AuthorColumns = Pick<ReplyRow, "author" | "author_id" | "author_name">;

/** Reads a row's part for a model. A question among its parts shows the answer it got, from `answers`. */
export function toldReply(row: ToldReplyRow, answers: readonly AnswerRow[]): ToldReply {
  const parts: readonly StoredPart[] = JSON.parse(row.parts);
  return {
    // Only this package writes the column, and that of the failure, from these very types.
    status: row.status as MessageStatus,
    content: row.content,
    parts: answers.length === 0 ? parts : parts.map((part) => withAnswer(part, row.turn, answers)),
    transcript: JSON.parse(row.transcript),
    ...authorOf(row),
  };
}

/** Reads who gave a reply. */
export function authorOf(row: AuthorColumns): Pick<ToldReply, "author"> {
  const { author, author_id: id, author_name: name } = row;
  if (author === "person") return { author: { kind: "person", id: id ?? "", name: name ?? "" } };
  return author === "nobody" ? { author: { kind: "nobody" } } : {};
}

/** Reads a row of the table `replies`, with the answers as `toldReply` does. */
export function replyRecord(row: ToldReplyColumns, answers: readonly AnswerRow[]): ReplyRecord {
  return {
    id: row.id,
    sessionId: row.session_id,
    turn: row.turn,
    ...toldReply(row, answers),
    failure: row.failure as ReplyRecord["failure"],
    ending: endings[row.truncated] ?? null,
    createdAt: row.created_at,
    feedback: feedbackOf(row),
    ratedAt: row.rated_at,
  };
}

/** How the column says what ended a reply early. */
const endings: readonly (EarlyEnding | null)[] = [null, "length", "filtered"];

/** The column of what ended a reply early. */
export function endingNumber(ending: EarlyEnding | null): number {
  return endings.indexOf(ending);
}

/** How an answer is stored. One in plain text is known by how its JSON begins, as no other does: see `answeredInPlainText`. */
export function answerJson({ plainText, ...answer }: GivenAnswer): string {
  return JSON.stringify({ ...(plainText && { plainText }), ...answer });
}

/** A pattern of SQL's `like` for the answers in plain text. */
export const answeredInPlainText = '{"plainText":true,%';

/** The answer of a question that can no longer be answered: its turn was replaced. */
export const passedOver = JSON.stringify({ answers: {}, skipped: true });

function withAnswer(part: StoredPart, turn: number, answers: readonly AnswerRow[]): StoredPart {
  if (part.type !== "question") return part;
  const answer = answers.find((row) => row.turn === turn && row.id === part.id)?.answer;
  return answer === null || answer === undefined ? part : { ...part, answer: JSON.parse(answer) };
}

/** The ids of the questions that these parts ask. */
export function questionIds(parts: readonly StoredPart[]): readonly string[] {
  return parts.flatMap((part) => (part.type === "question" ? [part.id] : []));
}
