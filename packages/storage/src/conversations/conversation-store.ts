import type {
  FailureCode,
  Feedback,
  GivenAnswer,
  MessagePart,
  MessageStatus,
  QuestionPart,
  TranscriptEntry,
} from "@servicechat/contract";
import type { TurnBudget } from "../budgets/budget-store.ts";
import type { ReplacedTurn } from "./replaced-turn.ts";
import type { ReplyFacts } from "../chats/reply-facts.ts";
import type { ChatHolding } from "../handovers/handover-store.ts";
import type { ListedSession, SessionQuery } from "./session-query.ts";
import type { AcceptedTurn, TurnRefusal } from "./turn-refusal.ts";

/** A visitor's chat with an agent. Its token is known by a hash alone, and no record has it. */
export interface SessionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: number;
  /** When its newest turn was taken, or a file came; what its idle time counts from. */
  readonly lastActiveAt: number;
  /** Number of the newest turn; 0 before the first. */
  readonly turns: number;
  /** Who holds the chat; absent where the agent has held it all the time. */
  readonly holding?: ChatHolding;
}

/** One visitor's message of a turn. Several make one turn, answered by one reply. */
export interface NewUserMessage {
  readonly id: string;
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

/** What the reply is made of, in order. Text lies in `content` only: a text part says where its run begins. */
export type StoredPart =
  | { readonly type: "text"; readonly start: number }
  | Exclude<MessagePart, { type: "text" | "question" }>
  | StoredQuestion;

/** A question, and of a request to confirm also a mark of the user who was asked; without one, it was nobody. */
export type StoredQuestion = QuestionPart & { readonly askedOf?: string };

/**
 * Who gave a reply, where that was not the agent: a person, by the name that visitors see, or nobody, where the turn is a
 * message of the visitor that a person is to answer.
 */
export type ReplyAuthor =
  | { readonly kind: "person"; readonly id: string; readonly name: string }
  | { readonly kind: "nobody" };

/** A reply, whole or as far as it has come. */
export interface ReplyRecord {
  readonly id: string;
  readonly sessionId: string;
  /** From 1, without a gap. */
  readonly turn: number;
  readonly status: MessageStatus;
  /** All of its text. */
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  /** Why it ended as `failed` or `incomplete`. */
  readonly failure: FailureCode | null;
  /** The output limit cut it. */
  readonly truncated: boolean;
  readonly createdAt: number;
  /** What the visitor thought of it, and when that was said; `null` when nothing was. */
  readonly feedback: Feedback | null;
  readonly ratedAt: number | null;
  /** Absent: the agent. */
  readonly author?: ReplyAuthor;
}

/** A visitor's message that was taken. */
export interface UserMessageRecord extends NewUserMessage {
  readonly createdAt: number;
}

/** Of a reply what a model is told again. */
export type ToldReply = Pick<ReplyRecord, "status" | "content" | "parts" | "transcript" | "author">;

/** A turn as far as a model is told of it: this is read with every message, twenty turns of it. */
export interface RecentTurn {
  readonly number: number;
  readonly messages: readonly UserMessageRecord[];
  readonly reply: ToldReply;
}

/** A turn with all that is kept of it. */
export interface TurnRecord extends RecentTurn {
  readonly reply: ReplyRecord;
  /** The next turn stands in its place: it is kept, and no model is told of it. */
  readonly replaced: boolean;
}

/** A visitor's turn that is to be taken. */
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
  /** Present when the request carried an Idempotency-Key. Its scope is the agent. */
  readonly idempotency?: {
    readonly agentId: string;
    readonly key: string;
    /** Under which the version before kept the same: a turn there counts too. */
    readonly formerKey?: string;
    readonly bodyHash: string;
    readonly expiresAt: number;
  };
  /**
   * Marks questions of earlier replies as answered, in the same transaction. Plain text answers only what is open; any
   * other answer also takes the place of one in plain text.
   */
  readonly answers?: readonly (GivenAnswer & { readonly questionId: string })[];
  /** Uploads that its messages bring along, which thereby are sent: ids of the session, each named once. */
  readonly files?: readonly string[];
  /** Present when it takes the place of the newest turn of its session. */
  readonly replaces?: ReplacedTurn;
  /** Present when the key may only use so much a day. */
  readonly budget?: TurnBudget;
  /** Id of the key that it came with. */
  readonly keyId?: string;
  /** Whether nobody answers while the chat waits for a person. */
  readonly isQuietWhileWaiting?: boolean;
  readonly at: number;
}

/** What an Idempotency-Key stands for. */
export interface IdempotentTurn {
  readonly bodyHash: string;
  readonly sessionId: string;
  readonly turn: number;
  readonly replyId: string;
}

/** How far a running reply is, since it was written last. */
export interface ReplyProgress {
  readonly replyId: string;
  /** How much of the reply comes before `appended`, in characters (code points). */
  readonly offset: number;
  /** The next piece of the text: well-formed, without NUL. */
  readonly appended: string;
  /** The parts as they are now; absent when they did not change since the last write. */
  readonly parts?: readonly StoredPart[];
}

/** A reply that nothing was appended to. */
export interface UnsavedReply {
  readonly replyId: string;
  /**
   * `behind`: less than `offset` is stored, so appending would leave a hole. It happens when a crashed database lost commits
   * that did not wait for the disk. `passed_over`: it has ended, is not there any more, or somebody is ending it just now.
   */
  readonly why: "behind" | "passed_over";
}

/** A reply as it ended, all of it. */
export interface ReplyEnd {
  readonly replyId: string;
  readonly status: Exclude<MessageStatus, "streaming">;
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  /** `null` for one that is complete or was stopped. */
  readonly failure: FailureCode | null;
  readonly truncated: boolean;
  /** Output tokens that the reply took; present when its turn came with a budget. Counted once, however often this is saved. */
  readonly spentTokens?: number;
  /** What is counted of it; absent when nobody spoke. */
  readonly facts?: ReplyFacts;
}

/** Sessions with their turns. */
export interface ConversationStore {
  /** The session behind a token of this agent; `undefined` when unknown, of another agent, or idle or older than the limits. */
  findSession(query: {
    tokenHash: string;
    agentId: string;
    idleSince: number;
    createdSince: number;
  }): Promise<SessionRecord | undefined>;
  /**
   * Commits a visitor's turn whole: the session when new, its messages, an empty reply with status
   * `streaming`, the idempotency key, the answered questions. Returns the turn's number. When it resolves,
   * a power cut loses nothing of it. With a budget, what the reply may take is set aside in the same transaction; the
   * turn is refused when what the key used on that day, and what is set aside for its replies that have not ended,
   * leave nothing. So a key exceeds its budget by less than one reply, on however many nodes.
   *
   * @returns `idempotency_key_taken` when another request committed this idempotency key first, whatever the budget
   * @returns `question_answered` when a question is no longer open, since another request answered it first
   * @returns `upload_unavailable` when an upload is not there, was sent before or is past its time
   * @returns `already_replaced` when the turn to be replaced is not the newest of its session, or a reply of the session has not ended
   * @returns `session_erased` when an existing session was erased meanwhile
   * @returns `agent_removed` when the agent of a new session was removed meanwhile
   * @returns a `BudgetRefusal` when the budget does not allow it
   * With any kind but `accepted`, nothing of the turn was written.
   *
   * While a person holds the chat, the turn is kept without a reply, and no budget is touched: `unanswered` says who holds
   * it then.
   */
  acceptTurn(turn: NewTurn): Promise<AcceptedTurn | TurnRefusal>;
  /** The turn kept under an idempotency key that has not expired. */
  findIdempotentTurn(query: {
    agentId: string;
    key: string;
    formerKey?: string;
    now: number;
  }): Promise<IdempotentTurn | undefined>;
  /**
   * Keeps turns under other keys, where `rename` gives one for what does not begin with `prefix`, and takes the former
   * ones out of the files. Returns how many.
   */
  renameIdempotencyKeys(query: {
    prefix: string;
    rename: (row: { readonly agentId: string; readonly key: string }) => string;
  }): Promise<number>;
  /**
   * Appends to several running replies in one transaction, each named once. Replies that no longer exist or have
   * ended are passed over. What is stored beyond `offset` already is not appended again: after a failure, which leaves
   * open whether the commit took effect, the same may be saved once more.
   *
   * @returns those to which nothing was appended, and why
   */
  saveProgress(progress: readonly ReplyProgress[]): Promise<readonly UnsavedReply[]>;
  /**
   * Writes a reply as it ended, with what is counted of it, and what it took of its budget. One erased meanwhile is passed
   * over, but what it took of its budget counts. So is one whose chat a person has taken since: it ended there, with what
   * was appended before, and only what is counted of it is written.
   *
   * @returns who took the chat meanwhile; `gone` when the reply is not there (any more)
   */
  endReply(end: ReplyEnd): Promise<ChatHolding | "gone" | undefined>;
  /** Whether a reply is still the agent's to give: asked right before it does something that cannot be taken back. */
  mayAct(replyId: string): Promise<boolean>;
  /** Whether a reply was still running a moment ago. Unlike `mayAct` it waits for nobody who is just ending it. */
  isStreaming(replyId: string): Promise<boolean>;
  /** `undefined` when the session has no such reply. */
  findReply(query: { sessionId: string; replyId: string }): Promise<ReplyRecord | undefined>;
  /** Replies of the session with status `streaming`, by turn: the running one first, then those waiting. */
  openReplies(sessionId: string): Promise<readonly ReplyRecord[]>;
  /** All turns in order. `after` and `limit` page through long histories. */
  readTurns(query: { sessionId: string; after?: number; limit?: number }): Promise<readonly TurnRecord[]>;
  /** The newest turns before `before`, in order, without those replaced. Costs the same at message 10 and 10,000. */
  recentTurns(query: { sessionId: string; before: number; limit: number }): Promise<readonly RecentTurn[]>;
  /** The open or answered question with this id in this session. */
  findQuestion(query: {
    sessionId: string;
    questionId: string;
  }): Promise<{ readonly reply: ReplyRecord; readonly answered: boolean } | undefined>;
  /**
   * After a crash: every reply still `streaming` whose node is none of `liveNodes` becomes `incomplete`. Returns
   * them; of several nodes that ask at once, each reply is returned to one.
   */
  markOrphans(query: {
    failure: FailureCode;
    liveNodes: readonly string[];
  }): Promise<readonly { readonly replyId: string; readonly sessionId: string }[]>;
  /**
   * Erases the session and all of its text. `false` when there was none. SQLite takes the text out of its files at
   * once; in PostgreSQL's files it stays, where no query finds it, until the next vacuum.
   *
   * @param options.at now: it is counted as erased at that time; left out, it is not counted
   * @throws ResidueRemains when it is erased, but another process keeps the text from leaving SQLite's files
   */
  erase(sessionId: string, options?: { readonly at?: number }): Promise<boolean>;
  /** Sessions, the one active last first. */
  list(query: SessionQuery): Promise<readonly ListedSession[]>;
  find(sessionId: string): Promise<SessionRecord | undefined>;
  /** Those of these sessions that are there no more. */
  findErased(sessionIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Forgets idempotency keys, sessions, days of budgets and uploads that were never sent, each past its time, and takes
   * out of the files what an erasure had to leave there. Returns how many sessions went.
   */
  expire(query: { now: number; idleSince: number; createdSince: number }): Promise<number>;
}
