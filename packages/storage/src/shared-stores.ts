import type { Kysely } from "kysely";
import { createAgentDraftStore } from "./agents/agent-drafts.ts";
import { createAgentTestStore } from "./agents/agent-tests.ts";
import { createAgentVersionStore } from "./agents/agent-versions.ts";
import { createPreviewStore } from "./agents/previews.ts";
import { createWriteInOrder, type Change } from "./change.ts";
import type { CatchUp } from "./chat-list/catch-up.ts";
import { createChatList } from "./chat-list/create-chat-list.ts";
import type { MatchTerm } from "./chat-list/filter-chats.ts";
import { createGapStore } from "./gaps/create-gap-store.ts";
import { createFlagStore } from "./gaps/flags.ts";
import { createChatDesk } from "./chat-list/desk.ts";
import { createHandoffStore } from "./holders/create-handoff-store.ts";
import type { LockSession } from "./holders/write-move.ts";
import { createBudgetStore } from "./keys/budgets.ts";
import { createKeySiteStore } from "./keys/key-sites.ts";
import { createKeyStore, type KeyStore } from "./keys/keys.ts";
import { createRateRefusalStore } from "./keys/rate-refusals.ts";
import { createApprovedAnswerStore } from "./knowledge/approved-answers.ts";
import { createSyncStore } from "./knowledge/syncs.ts";
import { createAlertStore } from "./outbox/alerts.ts";
import { createDueWorkStore } from "./outbox/due-work.ts";
import { createPushStore } from "./outbox/push.ts";
import { createVisitorMailStore } from "./outbox/visitor-mails.ts";
import { createWebhookStore } from "./outbox/webhooks.ts";
import { createApiTokenStore } from "./people/api-tokens.ts";
import { createAuditStore } from "./people/audit.ts";
import { createCannedAnswerStore } from "./people/canned-answers.ts";
import { createOperatorSessionStore } from "./people/operator-sessions.ts";
import { createOperatorStore } from "./people/operators.ts";
import { createFaceStore } from "./people/faces.ts";
import { createPasskeyStore } from "./people/passkeys.ts";
import { createSignInAttemptStore } from "./people/sign-in-attempts.ts";
import type { Tables } from "./schema/tables.ts";
import { createKeyValueStore } from "./service/key-values.ts";
import { createSecretStore } from "./service/secrets.ts";
import { createSettingStore } from "./service/settings.ts";
import { createFeedbackStore } from "./usage/feedback.ts";
import { createPriceStore } from "./usage/prices.ts";
import { createUsageStore } from "./usage/usage.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** For long lists. */
  readonly reader: Kysely<Tables>;
  readonly lockSession: LockSession;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
  readonly findKey: KeyStore["find"];
  readonly catchUp: CatchUp;
  readonly matchTerm: MatchTerm;
}

/** The stores that are the same in every database. */
export function createSharedStores({
  database,
  reader,
  lockSession,
  change,
  removeResidue,
  findKey,
  catchUp,
  matchTerm,
}: Dependencies) {
  const writeInOrder = createWriteInOrder(change);
  return {
    keys: createKeyStore({ database, findKey, change }),
    previews: createPreviewStore({ change }),
    chatIndex: createChatList({ reader, catchUp, matchTerm, now: () => Date.now() }),
    chatDesk: createChatDesk({ database, reader, lockSession }),
    gaps: createGapStore({ database, reader, catchUp }),
    handoffs: createHandoffStore({ database, lockSession, now: () => Date.now() }),
    budgets: createBudgetStore({ database }),
    rateRefusals: createRateRefusalStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
    keyValues: createKeyValueStore({ database }),
    agentDrafts: createAgentDraftStore({ database, change }),
    agentTests: createAgentTestStore({ database, change }),
    agentVersions: createAgentVersionStore({ database }),
    approvedAnswers: createApprovedAnswerStore({ database, writeInOrder }),
    alerts: createAlertStore({ database }),
    audit: createAuditStore({ database, reader }),
    cannedAnswers: createCannedAnswerStore({ database, writeInOrder }),
    dueWork: createDueWorkStore({ database }),
    flags: createFlagStore({ database }),
    keySites: createKeySiteStore({ database }),
    operators: createOperatorStore({ database, writeInOrder, removeResidue }),
    operatorSessions: createOperatorSessionStore({ database, writeInOrder }),
    passkeys: createPasskeyStore({ database }),
    faces: createFaceStore({ database, removeResidue }),
    prices: createPriceStore({ database, writeInOrder }),
    secrets: createSecretStore({ database, writeInOrder }),
    settings: createSettingStore({ database, writeInOrder }),
    push: createPushStore({ database }),
    syncs: createSyncStore({ database }),
    signInAttempts: createSignInAttemptStore({ database }),
    apiTokens: createApiTokenStore({ database, writeInOrder }),
    visitorMail: createVisitorMailStore({ database, lockSession }),
    webhooks: createWebhookStore({ database }),
  };
}
