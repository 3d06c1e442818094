import type {
  EarlyEnding,
  FailureCode,
  Feedback,
  GivenAnswer,
  MessagePart,
  MessageStatus,
  QuestionPart,
  TranscriptEntry,
} from "@servicechat/contract";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { TurnBudget } from "../budgets/budget-store.ts";
import type { ReplacedTurn } from "./replaced-turn.ts";
import type { ReplyFacts } from "./reply-facts.ts";
import type { ChatHolding } from "../handoffs/handoff-store.ts";
import type { ListedSession, SessionQuery } from "./session-query.ts";
import type { AcceptedTurn, TurnRefusal } from "./turn-refusal.ts";

/** A visitor's chat with an agent. Only a hash of its token is stored. */
export interface SessionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: number;
  /** When its newest turn was accepted, or a file arrived; its idle time counts from here. */
  readonly lastActiveAt: number;
  /** Number of the newest turn; 0 before the first. */
  readonly turns: number;
  /** The holder of the chat; absent if the agent has always held it. */
  readonly holding?: ChatHolding;
}

/** One visitor's message of a turn. Several make one turn, answered by one reply. */
export interface NewUserMessage {
  readonly id: string;
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

/** The parts of the reply, in order. The text itself is only in `content`: a text part says where its run begins. */
export type StoredPart =
  | { readonly type: "text"; readonly start: number }
  | Exclude<MessagePart, { type: "text" | "question" }>
  | StoredQuestion;

/**
 * A question. For a request to confirm it also has a mark of the user who was asked; without one, nobody was signed in.
 */
export type StoredQuestion = QuestionPart & { readonly askedOf?: string };

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

/** A visitor's message that was accepted. */
export interface UserMessageRecord extends NewUserMessage {
  readonly createdAt: number;
}

/** The part of a reply that models get again. */
export type ToldReply = Pick<ReplyRecord, "status" | "content" | "parts" | "transcript" | "author">;

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

/** Sessions with their turns. */
export interface ConversationStore {
  /**
   * The session of a token of this agent; `undefined` if the token is unknown or belongs to another agent, or if the
   * session has been idle for too long or is too old.
   */
  findSession(query: {
    tokenHash: string;
    agentId: string;
    idleSince: number;
    createdSince: number;
  }): Promise<SessionRecord | undefined>;
  /**
   * Commits a visitor's turn as a whole: the session if it is new, its messages, an empty reply with status `streaming`,
   * the idempotency key, the answered questions. Returns the turn's number. Once it resolves, a power cut loses nothing
   * of it. With a budget, the most that the reply can use is reserved in the same transaction; the turn is refused if
   * what the key has used on that day and what is reserved for its running replies leave nothing. So a key exceeds its
   * budget by less than one reply, however many nodes there are.
   *
   * @returns `idempotency_key_taken` when another request committed this idempotency key first, whatever the budget
   * @returns `question_answered` when a question is no longer open, since another request answered it first
   * @returns `upload_unavailable` when an upload does not exist, has already been sent or has expired
   * @returns `already_replaced` when the turn to be replaced is not the newest of its session, or a reply of the session
   *   has not ended
   * @returns `session_erased` when an existing session was erased meanwhile
   * @returns `agent_removed` when the agent of a new session was removed meanwhile
   * @returns a `BudgetRefusal` when the budget does not allow it
   * With any kind except `accepted`, nothing of the turn was written.
   *
   * While a person holds the chat, the turn is stored without a reply and without using any budget: `unanswered` then
   * says who holds it.
   */
  acceptTurn(turn: NewTurn): Promise<AcceptedTurn | TurnRefusal>;
  /** The turn kept under an idempotency key that has not expired. */
  findIdempotentTurn(query: {
    agentId: string;
    key: string;
    now: number;
  }): Promise<IdempotentTurn | undefined>;
  /**
   * Appends to several running replies in one transaction, each named once. Replies that no longer exist or have ended
   * are skipped. Text that is already stored beyond `offset` is not appended again, so after a failure, if it is
   * unknown whether the commit took effect, the same can be saved again.
   *
   * @returns those to which nothing was appended, and why
   */
  saveProgress(progress: readonly ReplyProgress[]): Promise<readonly UnsavedReply[]>;
  /**
   * Writes a reply that has ended, with the facts about it and what it used of its budget. A reply that was erased in the
   * meantime is skipped, but its use of the budget counts. If a person has taken the chat in the meantime, the reply
   * ended then, with what had been appended, and only the facts are written.
   *
   * @returns who took the chat in the meantime; `gone` if the reply does not (or no longer) exist
   */
  endReply(end: ReplyEnd): Promise<ChatHolding | "gone" | undefined>;
  /** Whether the agent may still give a reply: asked right before it does something that cannot be undone. */
  mayAct(replyId: string): Promise<boolean>;
  /** Whether a reply was still running a moment ago. Unlike `mayAct` it does not wait for somebody who is ending it. */
  isStreaming(replyId: string): Promise<boolean>;
  /** `undefined` if the session has no such reply. */
  findReply(query: { sessionId: string; replyId: string }): Promise<ReplyRecord | undefined>;
  /** The reply that a turn has now; `undefined` if the session has no such turn. */
  findReplyTo(query: { sessionId: string; turn: number }): Promise<ReplyRecord | undefined>;
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
   * From the first moment on it is gone for everybody; its rows are deleted in short steps, between which visitors come
   * first. Where a process ends in between, the next erasure of the same chat or the next expiry continues.
   *
   * @param options.at now: it is counted as erased at that time; left out, it is not counted
   * @param options.audit written with it, if there was one
   * @throws ResidueRemains when it is erased, but another process keeps the text from leaving SQLite's files
   */
  erase(sessionId: string, options?: { readonly at?: number; readonly audit?: AuditEntry }): Promise<boolean>;
  /** Sessions, most recently active first. */
  list(query: SessionQuery): Promise<readonly ListedSession[]>;
  find(sessionId: string): Promise<SessionRecord | undefined>;
  /** Which of these sessions no longer exist. */
  findErased(sessionIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Deletes expired idempotency keys, sessions, days of budgets and uploads that were never sent, and removes from the files
   * what an erasure had to leave there. Returns the number of deleted sessions.
   */
  expire(query: {
    now: number;
    idleSince: number;
    createdSince: number;
    /** Ends it after the step that is under way. */
    signal?: AbortSignal;
  }): Promise<number>;
}
