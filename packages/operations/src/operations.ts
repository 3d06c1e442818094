import { byRole } from "./access/operation.ts";
import type { Operation } from "./access/operation.ts";
import type { Actor } from "./access/actor.ts";
import type { RefusedAs } from "./access/refused.ts";
import { agentOperations } from "./agents/agent-operations.ts";
import { draftOperations } from "./agents/draft-operations.ts";
import { approvedAnswerOperations } from "./answers/approved-answers.ts";
import { auditOperations } from "./access/audit.ts";
import { cannedAnswerOperations } from "./answers/canned-answers.ts";
import { chatOperations } from "./chats/chat-operations.ts";
import { deskOperations } from "./chats/desk-operations.ts";
import { feedbackOperations } from "./chats/feedback.ts";
import { flagOperations } from "./chats/flags.ts";
import { gapOperations } from "./gaps/gap-operations.ts";
import { keyOperations } from "./keys/key-operations.ts";
import { documentOperations } from "./knowledge/document-operations.ts";
import { knowledgeOperations } from "./knowledge/knowledge-operations.ts";
import { handoffOperations } from "./handoff/handoff-operations.ts";
import { mailOperations, notificationOperations } from "./notifications.ts";
import type { OperationContext } from "./operation-context.ts";
import { faceOperations } from "./people/faces.ts";
import { meOperations } from "./people/me.ts";
import { operatorOperations } from "./people/operators.ts";
import { priceOperations } from "./usage/prices.ts";
import { letterOperations } from "./weekly-letter/letter-operations.ts";
import { testOperations } from "./agent-tests/test-operations.ts";
import { apiTokenOperations } from "./people/api-tokens.ts";
import { modelOperations } from "./models/model-operations.ts";
import { secretOperations } from "./secrets/secret-operations.ts";
import { usageOperations } from "./usage/usage-operations.ts";
import { webhookOperations } from "./webhooks.ts";

/** Operations on the installation as a whole. */
const healthOperations = {
  /** The findings of `servicechat doctor`. They concern all agents: people who are limited to some are refused. */
  examine: byRole("editor", async ({ examine }, _input: object, { agents }) => {
    if (agents !== null) return { kind: "role_needed" as const, role: "editor" as const };
    return { findings: await examine() };
  }),
};

/** Everything that an operator can do, with the role that each needs. */
export const operationTable = {
  agents: agentOperations,
  drafts: draftOperations,
  keys: keyOperations,
  chats: chatOperations,
  handoff: handoffOperations,
  desk: deskOperations,
  cannedAnswers: cannedAnswerOperations,
  feedback: feedbackOperations,
  flags: flagOperations,
  gaps: gapOperations,
  approvedAnswers: approvedAnswerOperations,
  usage: usageOperations,
  prices: priceOperations,
  knowledge: knowledgeOperations,
  documents: documentOperations,
  tests: testOperations,
  operators: operatorOperations,
  apiTokens: apiTokenOperations,
  webhooks: webhookOperations,
  secrets: secretOperations,
  models: modelOperations,
  letter: letterOperations,
  audit: auditOperations,
  faces: faceOperations,
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

/** Operations as they are called: the actor is the first argument. */
export type Operations = {
  readonly [Group in keyof Table]: {
    readonly [Name in keyof Table[Group]]: Bound<Table[Group][Name]>;
  };
};

/** Binds the operations to their dependencies. */
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
