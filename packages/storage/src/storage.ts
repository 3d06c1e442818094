import type { Answers, MessagePart, MessageStatus, FailureCode } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";

export { StorageUnavailable } from "./storage-unavailable.ts";

/**
 * What the service remembers. One interface, one suite of promises (`test/suite.ts`), one folder per
 * database. Times are milliseconds since 1970 and come from the caller. Order is by turn number, never by
 * clock. Every method that touches a visitor's data takes the session id.
 *
 * @throws StorageUnavailable from any method when the database cannot be reached or written (disk full).
 */
export interface Storage extends AsyncDisposable {
  readonly agents: AgentStore;
  readonly keys: KeyStore;
  readonly conversations: ConversationStore;
  readonly knowledge: KnowledgeStore;
  /** Small named values of the service itself, such as the request windows over a proper restart. */
  readonly notes: NoteStore;
  /**
   * A mark that changes whenever agents or keys may have changed, in this process or another. Comparing two
   * marks is cheap enough to do on every request; SQLite answers exactly.
   */
  revision(): Promise<number>;
  /** Resolves when the database answers. @throws StorageUnavailable */
  ping(): Promise<void>;
  /** Writes a consistent copy of the whole database to a new file while the service runs. @throws when the file exists. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface AgentRecord {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AgentStore {
  /** Creates or replaces. `unchanged` when the stored definition and folder are equal already: nothing is written. */
  put(agent: {
    id: string;
    definition: AgentDefinition;
    baseDirectory: string;
    at: number;
  }): Promise<"created" | "updated" | "unchanged">;
  find(id: string): Promise<AgentRecord | undefined>;
  list(): Promise<readonly AgentRecord[]>;
  /** Removes the agent with its keys, sessions and knowledge. `false` when there was none. */
  delete(id: string): Promise<boolean>;
}

export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests that carry no `Origin` at all. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface KeyStore {
  create(key: KeyRecord): Promise<void>;
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys, or those of one agent, oldest first; revoked ones too. */
  list(agentId?: string): Promise<readonly KeyRecord[]>;
  /** Each returns the key as it is now, or `undefined` when there is none. */
  setAllowed(id: string, allowed: readonly string[]): Promise<KeyRecord | undefined>;
  setRateLimit(id: string, rateLimit: number): Promise<KeyRecord | undefined>;
  revoke(id: string, at: number): Promise<KeyRecord | undefined>;
}

export interface SessionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: number;
  readonly lastActiveAt: number;
  /** Number of the newest turn; 0 before the first. */
  readonly turns: number;
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
  | Exclude<MessagePart, { type: "text" }>;

/** What of a reply the model needs again, and nobody else sees: calls and results of tools. */
export type TranscriptEntry =
  | { readonly role: "assistant"; readonly text: string; readonly toolCalls: readonly StoredToolCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly result: string;
      readonly failed: boolean;
    };

export interface StoredToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ReplyRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly turn: number;
  readonly status: MessageStatus;
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  /** Why it ended as `failed` or `incomplete`. */
  readonly failure: FailureCode | null;
  readonly truncated: boolean;
  readonly createdAt: number;
}

export interface UserMessageRecord extends NewUserMessage {
  readonly createdAt: number;
}

export interface TurnRecord {
  readonly number: number;
  readonly messages: readonly UserMessageRecord[];
  readonly reply: ReplyRecord;
}

export interface NewTurn {
  /** An existing session by id, or a new one with the hash of its token. */
  readonly session:
    | { readonly id: string }
    | { readonly id: string; readonly agentId: string; readonly tokenHash: string };
  readonly messages: readonly NewUserMessage[];
  readonly replyId: string;
  /** Present when the request carried an Idempotency-Key. Its scope is the agent. */
  readonly idempotency?: {
    readonly agentId: string;
    readonly key: string;
    readonly bodyHash: string;
    readonly expiresAt: number;
  };
  /** Marks the open question of an earlier reply as answered, in the same transaction. */
  readonly answers?: readonly {
    readonly questionId: string;
    readonly answers: Answers;
    readonly skipped?: boolean;
  }[];
  readonly at: number;
}

/** What an Idempotency-Key stands for. */
export interface KeptTurn {
  readonly bodyHash: string;
  readonly sessionId: string;
  readonly turn: number;
  readonly replyId: string;
  /** The turn that opened its session: only then may a caller without a token get it back. */
  readonly openedSession: boolean;
}

export interface ReplyProgress {
  readonly replyId: string;
  /** Text to append to what is stored. */
  readonly appended: string;
  /** The parts as they are now; absent when they did not change since the last write. */
  readonly parts?: readonly StoredPart[];
}

export interface ReplyEnd {
  readonly replyId: string;
  readonly status: Exclude<MessageStatus, "streaming">;
  readonly content: string;
  readonly parts: readonly StoredPart[];
  readonly transcript: readonly TranscriptEntry[];
  readonly failure: FailureCode | null;
  readonly truncated: boolean;
}

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
   * a power cut loses nothing of it.
   *
   * @returns `taken` when another request committed this idempotency key first; then nothing was written
   * @returns `gone` when an existing session was erased meanwhile; then nothing was written
   */
  acceptTurn(turn: NewTurn): Promise<{ readonly turn: number } | "taken" | "gone">;
  /** The turn kept under an idempotency key that has not expired. */
  findKeptTurn(query: { agentId: string; key: string; now: number }): Promise<KeptTurn | undefined>;
  /** Appends to several running replies in one transaction. Replies that no longer exist are passed over. */
  saveProgress(progress: readonly ReplyProgress[]): Promise<void>;
  /** Writes a reply as it ended. A reply erased meanwhile is passed over. */
  endReply(end: ReplyEnd): Promise<void>;
  findReply(query: { sessionId: string; replyId: string }): Promise<ReplyRecord | undefined>;
  /** Replies of the session with status `streaming`, by turn: the running one first, then those waiting. */
  openReplies(sessionId: string): Promise<readonly ReplyRecord[]>;
  /** All turns in order. `after` and `limit` page through long histories. */
  readTurns(query: { sessionId: string; after?: number; limit?: number }): Promise<readonly TurnRecord[]>;
  /** The newest turns before `before`, in order, for the model's context. Costs the same at message 10 and 10,000. */
  recentTurns(query: { sessionId: string; before: number; limit: number }): Promise<readonly TurnRecord[]>;
  /** The open or answered question with this id in this session. */
  findQuestion(query: {
    sessionId: string;
    questionId: string;
  }): Promise<{ readonly reply: ReplyRecord; readonly answered: boolean } | undefined>;
  /** After a crash: every reply still `streaming` becomes `incomplete`. Returns how many. */
  markOrphans(failure: FailureCode): Promise<number>;
  /** Erases the session and all of its text, from the raw database files too. `false` when there was none. */
  erase(sessionId: string): Promise<boolean>;
  list(query: { agentId?: string; limit: number }): Promise<readonly SessionRecord[]>;
  find(sessionId: string): Promise<SessionRecord | undefined>;
  /** Forgets idempotency keys and sessions past their time. Returns how many sessions went. */
  expire(query: { now: number; idleSince: number; createdSince: number }): Promise<number>;
}

export interface NoteStore {
  save(name: string, value: string): Promise<void>;
  /** Reads and removes, so that an old value is never taken twice. */
  take(name: string): Promise<string | undefined>;
}

/** One file or page that was read. */
export interface DocumentRecord {
  readonly id: string;
  readonly agentId: string;
  /** The source entry that found it, such as `files:./docs/**\/*.md`. */
  readonly source: string;
  /** Address or path, unique within the agent. */
  readonly location: string;
  readonly title: string;
  /** Where a visitor can read it; `null` when it has no public address. */
  readonly url: string | null;
  /** Changes when the content may have changed: decides whether it is read again. */
  readonly fingerprint: string;
  readonly readAt: number;
}

export interface NewPassage {
  /** Headings from the top down to this passage, the document's title first. */
  readonly headings: readonly string[];
  /** Fragment of the address, such as `returns`; `null` when there is none. */
  readonly anchor: string | null;
  readonly text: string;
}

export interface PassageRecord extends NewPassage {
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
}

export interface KnowledgeStore {
  documents(agentId: string): Promise<readonly DocumentRecord[]>;
  /** Writes a document with all of its passages, in place of what was there at this location. */
  replaceDocument(document: DocumentRecord, passages: readonly NewPassage[]): Promise<void>;
  /** Updates what is known of a document whose text did not change, such as its fingerprint or address. */
  touchDocument(document: DocumentRecord): Promise<void>;
  deleteDocument(query: { agentId: string; location: string }): Promise<void>;
  /**
   * The passages that match any of the words, best first. Words in headings weigh more than words in text.
   * `words` are plain words: the driver quotes them. Higher `score` is better; scores of one search compare.
   */
  search(query: {
    agentId: string;
    words: readonly string[];
    limit: number;
  }): Promise<readonly (PassageRecord & { readonly score: number })[]>;
}
