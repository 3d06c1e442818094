import type { AgentStore } from "./agent-store.ts";
import type { BudgetStore } from "./budget-store.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { CrawlStore } from "./crawl-store.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import type { FileStore } from "./file-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { KnowledgeStore } from "./knowledge-store.ts";
import type { NoteStore } from "./note-store.ts";
import type { UsageStore } from "./usage-store.ts";
import type { VectorStore } from "./vector-store.ts";

export * from "./agent-store.ts";
export * from "./budget-store.ts";
export * from "./conversation-store.ts";
export * from "./crawl-store.ts";
export * from "./feedback-store.ts";
export * from "./file-store.ts";
export * from "./key-store.ts";
export * from "./knowledge-store.ts";
export * from "./note-store.ts";
export * from "./replaced-turn.ts";
export * from "./usage-store.ts";
export * from "./vector-store.ts";
export { hiddenWords, isUnspaced } from "./hidden-words.ts";
export { TracesRemain } from "./traces-remain.ts";
export { DatabaseUnfit } from "./database-unfit.ts";
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
  readonly budgets: BudgetStore;
  readonly usage: UsageStore;
  readonly files: FileStore;
  readonly feedback: FeedbackStore;
  readonly knowledge: KnowledgeStore;
  readonly crawls: CrawlStore;
  /** What passages mean, for a second ranking of knowledge. */
  readonly vectors: VectorStore;
  /** Small named values of the service itself, such as the request windows over a proper restart. */
  readonly notes: NoteStore;
  /**
   * A mark that changes whenever agents or keys may have changed, in this process or another. Comparing two
   * marks is cheap enough to do on every request. SQLite answers exactly; PostgreSQL hears of a change of another
   * process within a second, and while it cannot be reached a mark is given out for five seconds at most.
   */
  revision(): Promise<number>;
  /** Resolves when the database answers. @throws StorageUnavailable */
  ping(): Promise<void>;
  /**
   * Writes a consistent copy of the whole database to a new file while the service runs.
   *
   * @throws when the file exists, and always for a database that has a tool of its own for this
   */
  backup(file: string): Promise<void>;
  /** Sentences for the operator, about what would make the database serve better. */
  readonly advice: readonly string[];
  close(): Promise<void>;
}
