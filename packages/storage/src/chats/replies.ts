import type {
  EarlyEnding,
  FailureCode,
  Feedback,
  GivenAnswer,
  MessageStatus,
  TranscriptEntry,
} from "@servicechat/contract";
import type { QuestionRow, ReplyRow, StoredPart, ToldReplyColumns } from "../schema/rows/chats.ts";
import { feedbackOf } from "../usage/feedback.ts";
import type { ReplyFacts } from "../usage/reply-facts.ts";

/**
 * Who gave a reply, if not the agent: a person, by the name that visitors see, or nobody, if the turn is a visitor's
 * message for a person.
 */
export type ReplyAuthor =
  | { readonly kind: "person"; readonly id: string; readonly name: string }
  | { readonly kind: "nobody" };

/** A reply, complete or as far as it has got. */
export interface ReplyRecord {
  readonly id: string;
  readonly sessionId: string;
  /** From 1, without gaps. */
  readonly turn: number;
  readonly status: MessageStatus;
  /** All of its text. */
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  /** Why it ended as `failed` or `incomplete`. */
  readonly failure: FailureCode | null;
  /** What ended it before all was said; `null`: nothing did. */
  readonly ending: EarlyEnding | null;
  readonly createdAt: number;
  /** The visitor's rating and its time; `null` if there is none. */
  readonly feedback: Feedback | null;
  readonly ratedAt: number | null;
  /** Absent: the agent. */
  readonly author?: ReplyAuthor;
}

/** The part of a reply that models get again. */
export type ToldReply = Pick<ReplyRecord, "status" | "content" | "parts" | "transcript" | "author">;

/** The progress of a running reply since it was last written. */
export interface ReplyProgress {
  readonly replyId: string;
  /** Length of the reply before `appended`, in code points. */
  readonly offset: number;
  /** The next piece of the text: well-formed, without NUL. */
  readonly appended: string;
  /** The current parts; absent if they have not changed since the last write. */
  readonly parts?: readonly StoredPart[];
}

/** A reply that nothing was appended to. */
export interface UnsavedReply {
  readonly replyId: string;
  /**
   * `behind`: less than `offset` is stored, so appending would leave a hole. It happens when a crashed database lost
   * commits that did not wait for the disk. `passed_over`: it has ended, no longer exists, or is being ended at the
   * moment.
   */
  readonly why: "behind" | "passed_over";
}

/** A reply that has ended, in full. */
export interface ReplyEnd {
  readonly replyId: string;
  readonly status: Exclude<MessageStatus, "streaming">;
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  /** `null` if it is complete or was stopped. */
  readonly failure: FailureCode | null;
  readonly ending: EarlyEnding | null;
  /** Output tokens that the reply used; present if its turn had a budget. Counted once, however often this is saved. */
  readonly spentTokens?: number;
  /** The facts recorded about it; absent if nobody spoke. */
  readonly facts?: ReplyFacts;
}

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
function authorOf(row: AuthorColumns): Pick<ToldReply, "author"> {
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
