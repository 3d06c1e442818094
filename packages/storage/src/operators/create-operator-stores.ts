import type { Kysely } from "kysely";
import { createAgentTestStore } from "../agent-tests/agent-tests.ts";
import { createAgentVersionStore } from "../agent-versions/agent-versions.ts";
import { createApprovedAnswerStore } from "../approved-answers/approved-answers.ts";
import { createAlertStore } from "../alerts/alerts.ts";
import { createAuditStore } from "../audit/audit.ts";
import { createCannedAnswerStore } from "../canned-answers/canned-answers.ts";
import type { Change } from "../change.ts";
import { createDueWorkStore } from "../due-work/create-due-work-store.ts";
import { createFlagStore } from "../flags/flags.ts";
import { createKeySiteStore } from "../key-sites/key-sites.ts";
import { createPriceStore } from "../prices/prices.ts";
import { createSettingStore } from "../settings/settings.ts";
import { createSignInAttemptStore } from "../sign-in-attempts/sign-in-attempts.ts";
import type { Storage } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";
import { createApiTokenStore } from "../api-tokens/api-tokens.ts";
import { createPushStore } from "../push/pushes.ts";
import type { LockSession } from "../handoffs/write-move.ts";
import { createVisitorMailStore } from "../visitor-mail/visitor-mails.ts";
import { createWebhookStore } from "../webhooks/webhooks.ts";
import { createOperatorSessionStore } from "./operator-sessions.ts";
import { createOperatorStore } from "./operators.ts";
import { createPasskeyStore } from "./passkeys.ts";
import { createWriteInOrder } from "./write-in-order.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** For long lists. */
  readonly reader: Kysely<Tables>;
  readonly lockSession: LockSession;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** The stores that only the console, its API and the command line use: the same in every database. */
export function createOperatorStores({
  database,
  reader,
  lockSession,
  change,
  removeResidue,
}: Dependencies): Pick<
  Storage,
  | "agentTests"
  | "agentVersions"
  | "approvedAnswers"
  | "alerts"
  | "audit"
  | "cannedAnswers"
  | "dueWork"
  | "flags"
  | "keySites"
  | "operators"
  | "operatorSessions"
  | "passkeys"
  | "prices"
  | "settings"
  | "push"
  | "signInAttempts"
  | "apiTokens"
  | "visitorMail"
  | "webhooks"
> {
  const writeInOrder = createWriteInOrder(change);
  return {
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
    prices: createPriceStore({ database, writeInOrder }),
    settings: createSettingStore({ database, writeInOrder }),
    push: createPushStore({ database }),
    signInAttempts: createSignInAttemptStore({ database }),
    apiTokens: createApiTokenStore({ database, writeInOrder }),
    visitorMail: createVisitorMailStore({ database, lockSession }),
    webhooks: createWebhookStore({ database }),
  };
}
