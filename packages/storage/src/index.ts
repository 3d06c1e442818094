export type { Storage } from "./storage.ts";
export type { FlagReason, GapState } from "@servicechat/contract/admin";
export type { AgentScope } from "./agent-scope.ts";
export { draftMs } from "./agents/agent-drafts.ts";
export type { AgentDraftRecord, AgentDraftStore, ListedAgentDraft } from "./agents/agent-drafts.ts";
export type { AgentTestStore, AgentTestsRecord, ListedTestRun, TestRunRecord } from "./agents/agent-tests.ts";
export type {
  AgentToApply,
  AgentVersion,
  AgentVersionStore,
  ApplyAgentResult,
  ListedAgentVersion,
  VersionAuthor,
} from "./agents/agent-versions.ts";
export type { AgentRecord, AgentStore } from "./agents/agents.ts";
export type { AgentDraft, NewPreview, PreviewStore, ReplacedDraft } from "./agents/previews.ts";
export type {
  ChatEntry,
  ChatFilter,
  ChatIndex,
  ChatTranscript,
  ChatWaitOrder,
  EntryFacts,
  ListedChat,
  ListedFeedback,
} from "./chat-list/chat-list.ts";
export { maxTags } from "./chat-list/desk.ts";
export type { ChatDesk, UsedTag } from "./chat-list/desk.ts";
export { chatOutcomes } from "./chat-list/outcome.ts";
export type { ChatOutcome, VersionOutcomes } from "./chat-list/outcome.ts";
export type { ConversationStore } from "./chats/conversation-store.ts";
export type { FileRecord, FileStore, NewFile, StoredFile, UploadRoom } from "./chats/files.ts";
export type {
  ReplyAuthor,
  ReplyEnd,
  ReplyProgress,
  ReplyRecord,
  ToldReply,
  UnsavedReply,
} from "./chats/replies.ts";
export type { SessionRecord } from "./chats/session-record.ts";
export type {
  AcceptedTurn,
  IdempotentTurn,
  NewTurn,
  NewUserMessage,
  RecentTurn,
  ReplacedTurn,
  TurnRecord,
  TurnRefusal,
  UserMessageRecord,
} from "./chats/turns.ts";
export type { ErasureProgress } from "./erasure/erase-agents.ts";
export { DatabaseFileRefused, DatabaseUnfit, ResidueRemains, StorageUnavailable } from "./errors.ts";
export type { FlagStore, ReplyFlag } from "./gaps/flags.ts";
export { failedPrefix, gapMarks } from "./gaps/gap-store.ts";
export type {
  GapClosedBy,
  GapQuestion,
  GapStore,
  ListedGap,
  NearestPassage,
  OpenGap,
  PlacedQuestion,
  QuestionVector,
} from "./gaps/gap-store.ts";
export type {
  ChatEventRecord,
  ChatHead,
  ChatInHand,
  ChatMove,
  ChatMoved,
  ChatPosition,
  FollowedChat,
  FollowedTurn,
  HandoffStore,
  HeldChat,
  NewChatNote,
  NewPersonMessage,
  PersonSaying,
  UnheardRequest,
} from "./holders/handoff-store.ts";
export type { ChatHolder, ChatHolding, HandoffFacts, Person } from "./holders/holder.ts";
export { moveAsDecided } from "./holders/move-as-decided.ts";
export type { MadeMove } from "./holders/move-as-decided.ts";
export type { BudgetRefusal, BudgetStore, TurnBudget } from "./keys/budgets.ts";
export type { KeySiteStore, OtherSites, SiteRequests } from "./keys/key-sites.ts";
export type { KeyRecord, KeySettings, KeyStore, NewKey } from "./keys/keys.ts";
export type { RateRefusalStore, RefusedRequests } from "./keys/rate-refusals.ts";
export type {
  ApprovedAnswer,
  ApprovedAnswerStore,
  ApprovedAnswerValues,
  NewApprovedAnswer,
} from "./knowledge/approved-answers.ts";
export type { Crawl, CrawlState, CrawlStore, PageRecord } from "./knowledge/crawls.ts";
export type {
  DocumentCounts,
  DocumentRecord,
  KnowledgeStore,
  NewPassage,
  PassageRecord,
  WordFrequencies,
} from "./knowledge/knowledge-store.ts";
export type { SourceFailure, SyncCounts, SyncPosition, SyncState, SyncStore } from "./knowledge/syncs.ts";
export type {
  Neighbourhood,
  PassageVector,
  VectorSet,
  VectorSpace,
  VectorStore,
} from "./knowledge/vectors.ts";
export { addressOfDocument, isUploaded, uploadedLocation } from "./knowledge/uploaded-document.ts";
export type {
  DocumentLimits,
  DocumentPlace,
  PutDocument,
  ReadDocument,
  UploadedDocument,
} from "./knowledge/uploaded-document.ts";
export type { UploadedDocumentStore } from "./knowledge/uploaded-documents.ts";
export type { NewWordingVector, WordingRecord, WordingStore, WordingVector } from "./knowledge/wordings.ts";
export type {
  AlertChannel,
  AlertStore,
  AlertedPerson,
  MailAlerts,
  MailedChat,
  WaitingChat,
} from "./outbox/alert-store.ts";
export type { DueWork, DueWorkQuery, DueWorkStore } from "./outbox/due-work.ts";
export type { PushStore, PushSubscriptionRecord } from "./outbox/push.ts";
export type {
  DueVisitorMail,
  NewVisitorLink,
  VisitorMailRules,
  VisitorMailStore,
} from "./outbox/visitor-mail-store.ts";
export type {
  DeliveryContents,
  DeliveryState,
  WebhookChanges,
  WebhookDelivery,
  WebhookRecord,
  WebhookStore,
  WebhookTry,
} from "./outbox/webhook-store.ts";
export { InvalidCursor } from "./paging.ts";
export type { Page } from "./paging.ts";
export type { ApiTokenStore, NewToken, TokenRecord } from "./people/api-tokens.ts";
export type { AuditActor, AuditEntry, AuditQuery, AuditRecord, AuditStore } from "./people/audit.ts";
export type { CannedAnswer, CannedAnswerStore, CannedAnswerValues } from "./people/canned-answers.ts";
export type { OperatorSession, OperatorSessionStore, SessionLimits } from "./people/operator-sessions.ts";
export type {
  CreateOperatorResult,
  NewOperator,
  NewSignInLink,
  OperatorChanges,
  OperatorNotFound,
  OperatorRecord,
  OperatorStore,
  RemoveOperatorResult,
  SetPasswordResult,
  UpdateOperatorResult,
} from "./people/operator-store.ts";
export type { Face, FaceStore } from "./people/faces.ts";
export type { ChallengePurpose, PasskeyChallenge, PasskeyRecord, PasskeyStore } from "./people/passkeys.ts";
export type { Attempt, AttemptLimit, AttemptResult, SignInAttemptStore } from "./people/sign-in-attempts.ts";
export type { SignInProof } from "./people/sign-in.ts";
export { isPreview } from "./preview-id.ts";
export type { StoredPart, StoredQuestion } from "./schema/rows/chats.ts";
export type { KeyValueStore } from "./service/key-values.ts";
export type { SecretRecord, SecretStore } from "./service/secrets.ts";
export type { Setting, SettingStore } from "./service/settings.ts";
export type { FeedbackStore, RatedReply } from "./usage/feedback.ts";
export type { ModelUse } from "./usage/model-usage.ts";
export type { Price, PriceStore } from "./usage/prices.ts";
export { replyMarks } from "./usage/reply-facts.ts";
export type {
  FoundInSearch,
  ReplyDetails,
  ReplyFacts,
  ReplyMark,
  SearchFacts,
  ToolFacts,
} from "./usage/reply-facts.ts";
export type { UsageAmounts, UsageBucket, UsageItem, UsageReport } from "./usage/usage-report.ts";
export type { Usage, UsageGroup, UsageStore } from "./usage/usage.ts";
