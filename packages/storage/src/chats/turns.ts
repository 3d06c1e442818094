import type { GivenAnswer, MessagePart } from "@servicechat/contract";
import type { ChatHolding } from "../holders/holder.ts";
import type { BudgetRefusal, TurnBudget } from "../keys/budgets.ts";
import type { MessageRow, ToldReplyColumns } from "../schema/rows/chats.ts";
import {
  replyRecord,
  toldReply,
  type AnswerRow,
  type ReplyRecord,
  type ToldReply,
  type ToldReplyRow,
} from "./replies.ts";

/** One visitor's message of a turn. Several make one turn, answered by one reply. */
export interface NewUserMessage {
  readonly id: string;
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

/** A visitor's message that was accepted. */
export interface UserMessageRecord extends NewUserMessage {
  readonly createdAt: number;
}

/** The part of a turn that models get: twenty turns of it are read for every message. */
export interface RecentTurn {
  readonly number: number;
  readonly messages: readonly UserMessageRecord[];
  readonly reply: ToldReply;
}

/** A turn with everything that is stored of it. */
export interface TurnRecord extends RecentTurn {
  readonly reply: ReplyRecord;
  /** The next turn has replaced it: it is kept, but models do not get it. */
  readonly replaced: boolean;
}

/** A visitor's turn to be accepted. */
export interface NewTurn {
  /** An existing session by id, or a new one with the hash of its token. */
  readonly session:
    | { readonly id: string }
    | { readonly id: string; readonly agentId: string; readonly tokenHash: string };
  /** One or more, in order. */
  readonly messages: readonly NewUserMessage[];
  readonly replyId: string;
  /** Id of the node that runs the reply. */
  readonly node: string;
  /** Present if the request had an Idempotency-Key. Its scope is the agent. */
  readonly idempotency?: {
    readonly agentId: string;
    readonly key: string;
    readonly bodyHash: string;
    readonly expiresAt: number;
  };
  /**
   * Marks questions of earlier replies as answered, in the same transaction. Plain text answers only open questions; any
   * other answer also replaces one in plain text.
   */
  readonly answers?: readonly (GivenAnswer & { readonly questionId: string })[];
  /** Uploads that its messages refer to, which are thereby sent: ids from this session, each once. */
  readonly files?: readonly string[];
  /** Present if it replaces the newest turn of its session. */
  readonly replaces?: ReplacedTurn;
  /** Present if the key has a daily budget. */
  readonly budget?: TurnBudget;
  /** Id of the key that the request used. */
  readonly keyId?: string;
  /** Whether the agent stays quiet while the chat waits for a person. */
  readonly isQuietWhileWaiting?: boolean;
  readonly at: number;
}

/** The turn that an Idempotency-Key identifies. */
export interface IdempotentTurn {
  readonly bodyHash: string;
  readonly sessionId: string;
  readonly turn: number;
  /** The reply that the turn began with. Another has taken its place if a return has begun the turn again. */
  readonly replyId: string;
}

/** A turn in whose place another is put. Its own open questions are passed over with it. */
export interface ReplacedTurn {
  readonly turn: number;
  /** Ids of the questions that it answered, all in this session: they are open again. */
  readonly reopens: readonly string[];
}

/** A turn that was taken. */
export interface AcceptedTurn {
  readonly kind: "accepted";
  readonly turn: number;
  /** That of the chat, under which the turn was taken; absent before its holder has ever changed. */
  readonly epoch?: number;
  /** Who answers it instead of the agent. */
  readonly unanswered?: ChatHolding;
}

/** Why nothing of a turn was written: see `ConversationStore.acceptTurn`. */
export type TurnRefusal =
  | {
      readonly kind:
        | "idempotency_key_taken"
        | "question_answered"
        | "upload_unavailable"
        | "already_replaced"
        | "session_erased"
        | "agent_removed";
    }
  | BudgetRefusal;

/** The columns of a visitor's message that are read. */
export type ReadMessageRow = Pick<MessageRow, "id" | "turn" | "content" | "parts" | "created_at">;

/** Rows of neighbouring turns, each list in order. */
export interface TurnRows<Reply extends ToldReplyRow> {
  readonly messages: readonly ReadMessageRow[];
  readonly replies: readonly Reply[];
  /** The answered questions among them. */
  readonly answers: readonly AnswerRow[];
}

/** One record for each reply, since every turn has exactly one. */
export const turnRecords = (rows: TurnRows<ToldReplyColumns>): readonly TurnRecord[] =>
  putTogether(rows, (reply) => ({
    reply: replyRecord(reply, rows.answers),
    replaced: reply.replaced === 1,
  }));

/** The same, as far as a model needs them. */
export const recentTurns = (rows: TurnRows<ToldReplyRow>): readonly RecentTurn[] =>
  putTogether(rows, (reply) => ({ reply: toldReply(reply, rows.answers) }));

function putTogether<Reply extends ToldReplyRow, Read>(
  { messages, replies }: TurnRows<Reply>,
  read: (reply: Reply) => Read,
) {
  const messagesOf = Map.groupBy(messages, (message) => message.turn);
  return replies.map((reply) => ({
    number: reply.turn,
    messages: (messagesOf.get(reply.turn) ?? []).map(userMessageRecord),
    ...read(reply),
  }));
}

function userMessageRecord(row: ReadMessageRow): UserMessageRecord {
  return { id: row.id, content: row.content, parts: JSON.parse(row.parts), createdAt: row.created_at };
}
