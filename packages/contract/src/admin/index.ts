export * from "./failures.ts";
export type { AdminFailureRow } from "./not-found.ts";
export * from "./vocabulary.ts";
export type { Chat, Entry, ReplyFacts, Transcript, ReplyFlag } from "./chats.ts";
export type { Feedback } from "./feedback.ts";
export type {
  AgentItem,
  AgentVersionItem,
  AgentWithFile,
  AppliedAgent,
  RestoredAgent,
  CheckedAgent,
  PreviewedAgent,
  FileFault,
  FoundPassages,
  KnowledgeSource,
} from "./agents.ts";
export type { ApprovedAnswer, TriedQuestion, CannedAnswer } from "./answers.ts";
export type { Budget, Price } from "./costs.ts";
export type { Document, DocumentPassages } from "./documents.ts";
export type { AgentDraft, AgentDraftItem } from "./drafts.ts";
export type { AdminEvent } from "./events.ts";
export type { Gap, GapVariant, GapWithVariants } from "./gaps.ts";
export type { CheckedPage, KeyTag, PageFinding, PageFindingCode } from "./install.ts";
export type { Health, Key, KeySite, NewKey } from "./keys.ts";
export type { Page } from "./list.ts";
export type { MailState, Notifications, PushDevice } from "./notifications.ts";
export type { ApiToken, AuditEntry, Colleague, Faces, Operator, SignInLink } from "./people.ts";
export type { ConsoleSession, Me, NewPasskeyAnswer, Passkey, PasskeyAnswer } from "./sign-in.ts";
export * from "./compare-test-runs.ts";
export type {
  AgentTestResult,
  AgentTestRun,
  KeptAgentTestRun,
  KeptAgentTests,
  ListedAgentTestRun,
  SuggestedTest,
  SuggestedTests,
} from "./agent-tests.ts";
export type { ListedModels, PutSecret, Secret, TriedModel } from "./secrets.ts";
export type { MonthCost, RepliesReport, Usage, UsageReport } from "./usage.ts";
export type { Delivery, Letter, NewWebhook, Tested, Webhook } from "./webhooks.ts";
export type { PreviewedPage, PreviewLine, SyncProgress } from "./websites.ts";
