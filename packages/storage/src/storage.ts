import type { AgentDraftStore } from "./agents/agent-drafts.ts";
import type { AgentTestStore } from "./agents/agent-tests.ts";
import type { AgentVersionStore } from "./agents/agent-versions.ts";
import type { AgentStore } from "./agents/agents.ts";
import type { PreviewStore } from "./agents/previews.ts";
import type { ChatIndex } from "./chat-list/chat-list.ts";
import type { ChatDesk } from "./chat-list/desk.ts";
import type { ConversationStore } from "./chats/conversation-store.ts";
import type { FileStore } from "./chats/files.ts";
import type { FlagStore } from "./gaps/flags.ts";
import type { GapStore } from "./gaps/gap-store.ts";
import type { HandoffStore } from "./holders/handoff-store.ts";
import type { BudgetStore } from "./keys/budgets.ts";
import type { KeySiteStore } from "./keys/key-sites.ts";
import type { KeyStore } from "./keys/keys.ts";
import type { RateRefusalStore } from "./keys/rate-refusals.ts";
import type { ApprovedAnswerStore } from "./knowledge/approved-answers.ts";
import type { UploadedDocumentStore } from "./knowledge/uploaded-documents.ts";
import type { CrawlStore } from "./knowledge/crawls.ts";
import type { KnowledgeStore } from "./knowledge/knowledge-store.ts";
import type { SyncStore } from "./knowledge/syncs.ts";
import type { VectorStore } from "./knowledge/vectors.ts";
import type { WordingStore } from "./knowledge/wordings.ts";
import type { AlertStore } from "./outbox/alert-store.ts";
import type { DueWorkStore } from "./outbox/due-work.ts";
import type { PushStore } from "./outbox/push.ts";
import type { VisitorMailStore } from "./outbox/visitor-mail-store.ts";
import type { WebhookStore } from "./outbox/webhook-store.ts";
import type { ApiTokenStore } from "./people/api-tokens.ts";
import type { AuditStore } from "./people/audit.ts";
import type { CannedAnswerStore } from "./people/canned-answers.ts";
import type { OperatorSessionStore } from "./people/operator-sessions.ts";
import type { OperatorStore } from "./people/operator-store.ts";
import type { FaceStore } from "./people/faces.ts";
import type { PasskeyStore } from "./people/passkeys.ts";
import type { SignInAttemptStore } from "./people/sign-in-attempts.ts";
import type { KeyValueStore } from "./service/key-values.ts";
import type { SecretStore } from "./service/secrets.ts";
import type { SettingStore } from "./service/settings.ts";
import type { FeedbackStore } from "./usage/feedback.ts";
import type { PriceStore } from "./usage/prices.ts";
import type { UsageStore } from "./usage/usage.ts";

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
  /** Agent files that are not applied yet. */
  readonly agentDrafts: AgentDraftStore;
  readonly keys: KeyStore;
  /** Drafts of agents that are previewed before they are applied. */
  readonly previews: PreviewStore;
  readonly keySites: KeySiteStore;
  /** People who use the console. */
  readonly operators: OperatorStore;
  readonly operatorSessions: OperatorSessionStore;
  readonly passkeys: PasskeyStore;
  readonly faces: FaceStore;
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
  /** Tags of chats, chats that are set aside, and what each operator has seen. */
  readonly chatDesk: ChatDesk;
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
  /** Keys for models and tools that operators have stored. */
  readonly secrets: SecretStore;
  /** Mail to visitors who left an address. */
  readonly visitorMail: VisitorMailStore;
  /** Webhooks, and what was and is still to be sent to them. */
  readonly webhooks: WebhookStore;
  readonly files: FileStore;
  readonly feedback: FeedbackStore;
  readonly knowledge: KnowledgeStore;
  /** Documents that people upload for agents. */
  readonly uploadedDocuments: UploadedDocumentStore;
  readonly crawls: CrawlStore;
  /** Readings of agents' sources: how far they are, and what could not be read. */
  readonly syncs: SyncStore;
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
