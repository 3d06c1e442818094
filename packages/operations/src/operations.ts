import type { Actor } from "./access/actor.ts";
import type { Operation } from "./access/operation.ts";
import type { RefusedAs } from "./access/refused.ts";
import { agentOperations } from "./agents/agent-operations.ts";
import { approvedAnswerOperations } from "./approved-answers/approved-answer-operations.ts";
import { auditOperations } from "./audit/audit-operations.ts";
import { cannedAnswerOperations } from "./canned-answers/canned-answer-operations.ts";
import { chatOperations } from "./chats/chat-operations.ts";
import { feedbackOperations } from "./feedback/feedback-operations.ts";
import { flagOperations } from "./flags/flag-operations.ts";
import { gapOperations } from "./gaps/gap-operations.ts";
import { healthOperations } from "./health/health-operations.ts";
import { keyOperations } from "./keys/key-operations.ts";
import { knowledgeOperations } from "./knowledge/knowledge-operations.ts";
import { handoffOperations } from "./handoff/handoff-operations.ts";
import { mailOperations } from "./notifications/mail-operations.ts";
import { notificationOperations } from "./notifications/notification-operations.ts";
import type { OperationContext } from "./operation-context.ts";
import { meOperations } from "./operators/me-operations.ts";
import { operatorOperations } from "./operators/operator-operations.ts";
import { priceOperations } from "./costs/price-operations.ts";
import { letterOperations } from "./weekly-letter/letter-operations.ts";
import { testOperations } from "./agent-tests/test-operations.ts";
import { apiTokenOperations } from "./api-tokens/api-token-operations.ts";
import { transcriptOperations } from "./chats/transcript-operations.ts";
import { usageOperations } from "./usage/usage-operations.ts";
import { webhookOperations } from "./webhooks/webhook-operations.ts";

/** Everything that an operator can do, with the role that each needs. */
export const operationTable = {
  agents: agentOperations,
  keys: keyOperations,
  chats: chatOperations,
  transcripts: transcriptOperations,
  handoff: handoffOperations,
  cannedAnswers: cannedAnswerOperations,
  feedback: feedbackOperations,
  flags: flagOperations,
  gaps: gapOperations,
  approvedAnswers: approvedAnswerOperations,
  usage: usageOperations,
  prices: priceOperations,
  knowledge: knowledgeOperations,
  tests: testOperations,
  operators: operatorOperations,
  apiTokens: apiTokenOperations,
  webhooks: webhookOperations,
  letter: letterOperations,
  audit: auditOperations,
  me: meOperations,
  notifications: notificationOperations,
  mail: mailOperations,
  health: healthOperations,
} as const;

type Table = typeof operationTable;

type Bound<Declared> =
  Declared extends Operation<infer Input, infer Result>
    ? (actor: Actor, input: Input) => Promise<Result | RefusedAs<"role_needed">>
    : never;

/** Operations as they are called: with who asks for them first. */
export type Operations = {
  readonly [Group in keyof Table]: {
    readonly [Name in keyof Table[Group]]: Bound<Table[Group][Name]>;
  };
};

/** Puts operations together with what they work on. */
export function createOperations(context: OperationContext): Operations {
  const bind = (group: Readonly<Record<string, Operation<never, unknown>>>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, { run }]) => [
        name,
        (actor: Actor, input: never) => run(context, actor, input),
      ]),
    );
  return Object.fromEntries(
    Object.entries(operationTable).map(([name, group]) => [name, bind(group)]),
  ) as unknown as Operations;
}
