import type { AlertStore } from "./alerts/alert-store.ts";
import type { AgentStore } from "./agents/agent-store.ts";
import type { AgentTestStore } from "./agent-tests/agent-test-store.ts";
import type { AgentVersionStore } from "./agent-versions/agent-version-store.ts";
import type { AuditStore } from "./audit/audit-store.ts";
import type { BudgetStore } from "./budgets/budget-store.ts";
import type { ApprovedAnswerStore } from "./approved-answers/approved-answer-store.ts";
import type { CannedAnswerStore } from "./canned-answers/canned-answer-store.ts";
import type { ChatIndex } from "./chat-index/chat-index.ts";
import type { ConversationStore } from "./conversations/conversation-store.ts";
import type { CrawlStore } from "./crawls/crawl-store.ts";
import type { DueWorkStore } from "./due-work/due-work-store.ts";
import type { FeedbackStore } from "./feedback/feedback-store.ts";
import type { FileStore } from "./files/file-store.ts";
import type { FlagStore } from "./flags/flag-store.ts";
import type { GapStore } from "./gaps/gap-store.ts";
import type { HandoffStore } from "./handoffs/handoff-store.ts";
import type { KeyStore } from "./keys/key-store.ts";
import type { KnowledgeStore } from "./knowledge/knowledge-store.ts";
import type { KeySiteStore } from "./key-sites/key-site-store.ts";
import type { KeyValueStore } from "./key-values/key-value-store.ts";
import type { OperatorSessionStore } from "./operators/operator-session-store.ts";
import type { OperatorStore } from "./operators/operator-store.ts";
import type { PasskeyStore } from "./operators/passkey-store.ts";
import type { PreviewStore } from "./previews/preview-store.ts";
import type { PriceStore } from "./prices/price-store.ts";
import type { PushStore } from "./push/push-store.ts";
import type { RateRefusalStore } from "./rate-refusals/rate-refusal-store.ts";
import type { SettingStore } from "./settings/setting-store.ts";
import type { SignInAttemptStore } from "./sign-in-attempts/sign-in-attempt-store.ts";
import type { ApiTokenStore } from "./api-tokens/api-token-store.ts";
import type { UsageStore } from "./usage/usage-store.ts";
import type { VectorStore } from "./knowledge/vector-store.ts";
import type { WordingStore } from "./knowledge/wording-store.ts";
import type { VisitorMailStore } from "./visitor-mail/visitor-mail-store.ts";
import type { WebhookStore } from "./webhooks/webhook-store.ts";

export * from "./agents/agent-store.ts";
export * from "./agent-scope/agent-scope.ts";
export * from "./alerts/alert-store.ts";
export * from "./agent-tests/agent-test-store.ts";
export * from "./agent-versions/agent-version-store.ts";
export * from "./audit/audit-store.ts";
export * from "./budgets/budget-store.ts";
export * from "./approved-answers/approved-answer-store.ts";
export * from "./canned-answers/canned-answer-store.ts";
export * from "./conversations/conversation-store.ts";
export * from "./conversations/session-query.ts";
export * from "./crawls/crawl-store.ts";
export * from "./due-work/due-work-store.ts";
export * from "./feedback/feedback-store.ts";
export * from "./files/file-store.ts";
export * from "./flags/flag-store.ts";
export * from "./gaps/gap-store.ts";
export * from "./handoffs/handoff-store.ts";
export type { ErasureProgress } from "./erasure/create-agent-eraser.ts";
export { moveAsDecided } from "./handoffs/move-as-decided.ts";
export type { MadeMove } from "./handoffs/move-as-decided.ts";
export * from "./keys/key-store.ts";
export * from "./knowledge/knowledge-store.ts";
export * from "./key-sites/key-site-store.ts";
export * from "./key-values/key-value-store.ts";
export * from "./operators/operator-session-store.ts";
export * from "./operators/operator-store.ts";
export * from "./operators/passkey-store.ts";
export { isPreview } from "./previews/preview-id.ts";
export * from "./previews/preview-store.ts";
export * from "./prices/price-store.ts";
export * from "./push/push-store.ts";
export * from "./rate-refusals/rate-refusal-store.ts";
export * from "./conversations/replaced-turn.ts";
export * from "./conversations/turn-refusal.ts";
export * from "./settings/setting-store.ts";
export * from "./sign-in-attempts/sign-in-attempt-store.ts";
export * from "./api-tokens/api-token-store.ts";
export * from "./usage/usage-store.ts";
export * from "./knowledge/vector-store.ts";
export * from "./knowledge/wording-store.ts";
export * from "./visitor-mail/visitor-mail-store.ts";
export * from "./webhooks/webhook-store.ts";
export * from "./chat-index/chat-index.ts";
export * from "./conversations/reply-facts.ts";
export { foldWords } from "./chat-index/fold-words.ts";
export { InvalidCursor } from "./paging/cursors.ts";
export * from "./paging/page.ts";
export { hiddenWords, isUnspaced } from "./knowledge/hidden-words.ts";
export { ResidueRemains } from "./schema/residue-remains.ts";
export { DatabaseFileRefused } from "./schema/database-file-refused.ts";
export { DatabaseUnfit } from "./schema/database-unfit.ts";
export { StorageUnavailable } from "./storage-unavailable.ts";

/**
 * Everything the service stores. One interface, one test suite (`test/suite.ts`), one folder for each database. Times are
 * milliseconds since 1970 and come from the caller. Order is by turn number, never by clock. Methods that touch a visitor's data take the id of its session or
 * of one of its replies.
 *
 * @throws StorageUnavailable from any method if the database cannot be reached, or cannot be written to (disk full).
 */
export interface Storage extends AsyncDisposable {
  readonly agents: AgentStore;
  readonly agentVersions: AgentVersionStore;
  readonly agentTests: AgentTestStore;
  readonly keys: KeyStore;
  /** Drafts of agents that are previewed before they are applied. */
  readonly previews: PreviewStore;
  readonly keySites: KeySiteStore;
  /** People who use the console. */
  readonly operators: OperatorStore;
  readonly operatorSessions: OperatorSessionStore;
  readonly passkeys: PasskeyStore;
  readonly signInAttempts: SignInAttemptStore;
  readonly apiTokens: ApiTokenStore;
  readonly audit: AuditStore;
  /** Answers that people have approved for questions of visitors. */
  readonly approvedAnswers: ApprovedAnswerStore;
  /** The people who are notified of waiting visitors. */
  readonly alerts: AlertStore;
  /** Whether notifications have anything to do. */
  readonly dueWork: DueWorkStore;
  /** Browsers that receive push notifications. */
  readonly push: PushStore;
  /** Canned answers of operators. */
  readonly cannedAnswers: CannedAnswerStore;
  readonly conversations: ConversationStore;
  /** Chats as operators read them, limited to what each of them may see. */
  readonly chatIndex: ChatIndex;
  /** The holder of each chat: its agent or a person. */
  readonly handoffs: HandoffStore;
  /** Flags of operators on replies that are wrong. */
  readonly flags: FlagStore;
  /** Questions that visitors asked and did not get a good answer to. */
  readonly gaps: GapStore;
  readonly budgets: BudgetStore;
  /** How many requests were refused because there were too many. */
  readonly rateRefusals: RateRefusalStore;
  readonly usage: UsageStore;
  /** The prices of models. */
  readonly prices: PriceStore;
  /** Settings that operators have changed for the whole service. */
  readonly settings: SettingStore;
  /** Mail to visitors who left an address. */
  readonly visitorMail: VisitorMailStore;
  /** Webhooks, and what was and is still to be sent to them. */
  readonly webhooks: WebhookStore;
  readonly files: FileStore;
  readonly feedback: FeedbackStore;
  readonly knowledge: KnowledgeStore;
  readonly crawls: CrawlStore;
  /** Vectors of passages, for ranking by meaning. */
  readonly vectors: VectorStore;
  /** Other ways in which people ask what sections answer. */
  readonly wordings: WordingStore;
  /** Small named values of the service itself, such as the request windows across a clean restart. */
  readonly keyValues: KeyValueStore;
  /**
   * A value that changes whenever agents, keys, operators, their sessions or tokens may have changed, in this process
   * or another. Comparing two values is cheap enough to do on every request. On SQLite it is exact; on PostgreSQL a
   * change by another process shows within a second, and while the database cannot be reached, the last value is
   * returned for at most five seconds.
   */
  revision(): number | Promise<number>;
  /** Resolves when the database answers. @throws StorageUnavailable */
  ping(): Promise<void>;
  /**
   * Writes a consistent copy of the whole database to a new file while the service runs.
   *
   * @throws if the file exists, and always for a database that has its own tool for this
   */
  backup(file: string): Promise<void>;
  /**
   * Why the database's file is known to be damaged, with the way out; `undefined` as long as nothing is known. Always
   * `undefined` for a database with a server, which watches over its own files.
   */
  damage(): string | undefined;
  /** Reads the whole file without holding anybody up, and returns what `damage` does then. */
  examine(): Promise<string | undefined>;
  /** Sentences for the operator about what would improve the database. */
  readonly advice: readonly string[];
  close(): Promise<void>;
}
