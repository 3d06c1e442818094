export * from "./access/actor.ts";
export type { MovedChat, SentMessage } from "./handoff/move-chat.ts";
export * from "./access/refused.ts";
export type { Operation, Person } from "./access/operation.ts";
export type { ConsoleLimits } from "./agent-file/console-limits.ts";
export * from "./agent-file/file-fault.ts";
export { remoteTools, variablesOf } from "./agent-file/remote-tools.ts";
export type { RemoteTool } from "./agent-file/remote-tools.ts";
export { compareRuns, isWorse } from "./agent-tests/test-run.ts";
export * from "./agent-tests/run-due-tests.ts";
export type { TestOptions } from "./agent-tests/run-agent-tests.ts";
export type { KeptTestRun, KeptTests, NumberedTestRun, TestsToRun } from "./agent-tests/test-operations.ts";
export type {
  ComparedTest,
  SentRequest,
  TestedReply,
  TestResult,
  TestRun,
  ToolUse,
} from "./agent-tests/test-run.ts";
export type { TriedQuestion } from "./answers/approved-answers.ts";
export type { AgentDraftView, ListedDraftView } from "./agents/draft-operations.ts";
export { agentView, compareAgent } from "./agents/apply-agent.ts";
export type { AgentChange, AgentView } from "./agents/apply-agent.ts";
export type { WrittenFile } from "./agents/check-written-agent.ts";
export { isPublicOnly } from "./agents/public-only.ts";
export type { Budget, NewPrice, PriceView } from "./usage/prices.ts";
export type { ChatCost, Cost } from "./usage/price-book.ts";
export type { StoredChat } from "./chats/chat-operations.ts";
export type { RatedAnswer } from "./chats/feedback.ts";
export { checkGaps, pauseOfChecksMs } from "./gaps/check-gaps.ts";
export { askModel } from "./models/ask-model.ts";
export type { AskedModel } from "./models/ask-model.ts";
export { placeQuestions } from "./gaps/place-questions.ts";
export type { GapVariant, GapView } from "./gaps/gap-operations.ts";
export type { CreatedKey, NewKey, KeySettings, KeyView, RotatedKey } from "./keys/change-keys.ts";
export { embedTag } from "./keys/key-operations.ts";
export { keyLimits } from "./keys/change-keys.ts";
export type { ListedKey } from "./keys/key-operations.ts";
export type { EvaluationSteps, KnowledgeEvaluation } from "./knowledge/knowledge-operations.ts";
export type { KnowledgeItem, SyncProgress } from "./knowledge/sync-progress.ts";
export type { Finding, OperationContext } from "./operation-context.ts";
export type { JudgedAnswer } from "./knowledge/ask-without-model.ts";
export { writeCursor } from "./paging.ts";
export type { ListName, Page, PageRequest } from "./paging.ts";
export * from "./operations.ts";
export type { OperatorChange, InvitedOperator, NewPerson, OperatorView } from "./people/operators.ts";
export { passkeyView } from "./people/me.ts";
export type { PasskeyView } from "./people/me.ts";
export { signInLinkUrl } from "./people/sign-in-links.ts";
export type { SignInLink } from "./people/sign-in-links.ts";
export { tokenDays } from "./people/api-tokens.ts";
export type { CreatedToken, NewApiToken, TokenView } from "./people/api-tokens.ts";
export { createChangeFeed } from "./chats/change-feed.ts";
export type { ChangeFeed, SeenChanges } from "./chats/change-feed.ts";
export { createStoredSecrets } from "./secrets/stored-secrets.ts";
export type { StoredSecrets } from "./secrets/stored-secrets.ts";
export type { SecretView } from "./secrets/secret-operations.ts";
export { enqueueDueLetter } from "./weekly-letter/letter-operations.ts";
export { letterData } from "./weekly-letter/write-letter.ts";
export type { Letter, LetterSetting } from "./weekly-letter/letter-operations.ts";
export type { NewWebhook, WebhookChange, WebhookView } from "./webhooks.ts";
export type { PricedReport, PricedUsage, UsageSum } from "./usage/usage-operations.ts";
