import type { FailureCode } from "@servicechat/contract";
import type { ChatHolding } from "../holders/holder.ts";
import type { AuditEntry } from "../people/audit.ts";
import type { ReplyEnd, ReplyProgress, ReplyRecord, UnsavedReply } from "./replies.ts";
import type { SessionRecord } from "./session-record.ts";
import type { AcceptedTurn, IdempotentTurn, NewTurn, RecentTurn, TurnRecord, TurnRefusal } from "./turns.ts";

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
  /** Whether a reply was still running a moment ago. Unlike `mayAct` it does not wait for a transaction that is ending it. */
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
  /** The replies that `markOrphans` would end, each with the length of its stored text in code points. */
  findOrphans(query: {
    liveNodes: readonly string[];
  }): Promise<readonly { readonly replyId: string; readonly length: number }[]>;
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
