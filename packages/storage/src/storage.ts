import type { AlertStore } from "./alerts/alert-store.ts";
import type { AgentStore } from "./agents/agent-store.ts";
import type { AgentTestStore } from "./agent-tests/agent-test-store.ts";
import type { AgentVersionStore } from "./agent-versions/agent-version-store.ts";
import type { AuditStore } from "./audit/audit-store.ts";
import type { BudgetStore } from "./budgets/budget-store.ts";
import type { ApprovedAnswerStore } from "./approved-answers/approved-answer-store.ts";
import type { CannedAnswerStore } from "./canned-answers/canned-answer-store.ts";
import type { ChatStore } from "./chats/chat-store.ts";
import type { ConversationStore } from "./conversations/conversation-store.ts";
import type { CrawlStore } from "./crawls/crawl-store.ts";
import type { FeedbackStore } from "./feedback/feedback-store.ts";
import type { FileStore } from "./files/file-store.ts";
import type { FlagStore } from "./flags/flag-store.ts";
import type { GapStore } from "./gaps/gap-store.ts";
import type { HandoverStore } from "./handovers/handover-store.ts";
import type { KeyStore } from "./keys/key-store.ts";
import type { KnowledgeStore } from "./knowledge/knowledge-store.ts";
import type { KeySiteStore } from "./key-sites/key-site-store.ts";
import type { NoteStore } from "./notes/note-store.ts";
import type { OperatorSessionStore } from "./operators/operator-session-store.ts";
import type { OperatorStore } from "./operators/operator-store.ts";
import type { PasskeyStore } from "./operators/passkey-store.ts";
import type { PreviewStore } from "./previews/preview-store.ts";
import type { PriceStore } from "./prices/price-store.ts";
import type { PushStore } from "./push/push-store.ts";
import type { RefusalStore } from "./refusals/refusal-store.ts";
import type { SettingStore } from "./settings/setting-store.ts";
import type { SignInAttemptStore } from "./sign-in-attempts/sign-in-attempt-store.ts";
import type { TokenStore } from "./tokens/token-store.ts";
import type { UsageStore } from "./usage/usage-store.ts";
import type { VectorStore } from "./knowledge/vector-store.ts";
import type { VisitorMailStore } from "./visitor-mail/visitor-mail-store.ts";
import type { WebhookStore } from "./webhooks/webhook-store.ts";

export * from "./agents/agent-store.ts";
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
export * from "./feedback/feedback-store.ts";
export * from "./files/file-store.ts";
export * from "./flags/flag-store.ts";
export * from "./gaps/gap-store.ts";
export * from "./handovers/handover-store.ts";
export { moveAsDecided } from "./handovers/move-as-decided.ts";
export type { MadeMove } from "./handovers/move-as-decided.ts";
export * from "./keys/key-store.ts";
export * from "./knowledge/knowledge-store.ts";
export * from "./key-sites/key-site-store.ts";
export * from "./notes/note-store.ts";
export * from "./operators/operator-session-store.ts";
export * from "./operators/operator-store.ts";
export * from "./operators/passkey-store.ts";
export { isPreview } from "./previews/preview-id.ts";
export * from "./previews/preview-store.ts";
export * from "./prices/price-store.ts";
export * from "./push/push-store.ts";
export * from "./refusals/refusal-store.ts";
export * from "./conversations/replaced-turn.ts";
export * from "./conversations/turn-refusal.ts";
export * from "./settings/setting-store.ts";
export * from "./sign-in-attempts/sign-in-attempt-store.ts";
export * from "./tokens/token-store.ts";
export * from "./usage/usage-store.ts";
export * from "./knowledge/vector-store.ts";
export * from "./visitor-mail/visitor-mail-store.ts";
export * from "./webhooks/webhook-store.ts";
export * from "./chats/chat-store.ts";
export * from "./chats/reply-facts.ts";
export { foldWords } from "./chats/fold-words.ts";
export { InvalidCursor } from "./lists/cursors.ts";
export { hiddenWords, isUnspaced } from "./knowledge/hidden-words.ts";
export { ResidueRemains } from "./schema/residue-remains.ts";
export { DatabaseUnfit } from "./schema/database-unfit.ts";
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
  readonly agentVersions: AgentVersionStore;
  readonly agentTests: AgentTestStore;
  readonly keys: KeyStore;
  /** Drafts of agents that are tried before they are applied. */
  readonly previews: PreviewStore;
  readonly keySites: KeySiteStore;
  /** People who work with the console. */
  readonly operators: OperatorStore;
  readonly operatorSessions: OperatorSessionStore;
  readonly passkeys: PasskeyStore;
  readonly signInAttempts: SignInAttemptStore;
  readonly tokens: TokenStore;
  readonly audit: AuditStore;
  /** Answers that people have approved for questions of visitors. */
  readonly answers: ApprovedAnswerStore;
  /** Who is told that visitors wait. */
  readonly alerts: AlertStore;
  /** Browsers to which people have notifications pushed. */
  readonly push: PushStore;
  /** Answers that operators have ready. */
  readonly canned: CannedAnswerStore;
  readonly conversations: ConversationStore;
  /** The same as operators read it, within what each of them may see. */
  readonly chats: ChatStore;
  /** Who speaks in each chat: its agent or a person. */
  readonly handovers: HandoverStore;
  /** What operators have found wrong with replies. */
  readonly flags: FlagStore;
  /** What visitors asked and did not get. */
  readonly gaps: GapStore;
  readonly budgets: BudgetStore;
  /** How many requests were refused since too many had come. */
  readonly refusals: RefusalStore;
  readonly usage: UsageStore;
  /** What models cost. */
  readonly prices: PriceStore;
  /** What operators have set for the whole service. */
  readonly settings: SettingStore;
  /** Mail to visitors who left an address. */
  readonly visitorMail: VisitorMailStore;
  /** What is told to other systems of chats. */
  readonly webhooks: WebhookStore;
  readonly files: FileStore;
  readonly feedback: FeedbackStore;
  readonly knowledge: KnowledgeStore;
  readonly crawls: CrawlStore;
  /** What passages mean, for a second ranking of knowledge. */
  readonly vectors: VectorStore;
  /** Small named values of the service itself, such as the request windows over a proper restart. */
  readonly notes: NoteStore;
  /**
   * A mark that changes whenever agents, keys, operators, their sessions or tokens may have changed, in this process or another. Comparing two
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
