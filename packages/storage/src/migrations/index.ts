import type { Migration } from "kysely/migration";
import * as agents from "./0001-agents.ts";
import * as conversations from "./0002-conversations.ts";
import * as documents from "./0003-documents.ts";
import * as replyNode from "./0005-reply-node.ts";
import * as dailyUse from "./0007-daily-use.ts";
import * as files from "./0009-files.ts";
import * as crawls from "./0011-crawls.ts";
import * as feedback from "./0016-feedback.ts";
import * as replacedTurns from "./0017-replaced-turns.ts";
import * as turnsInPlace from "./0018-turns-in-place.ts";
import * as dailyRefusals from "./0020-daily-refusals.ts";
import * as uploadRoom from "./0021-upload-room.ts";
import * as operators from "./0022-operators.ts";
import * as apiTokens from "./0023-api-tokens.ts";
import * as audit from "./0024-audit.ts";
import * as signInAttempts from "./0025-sign-in-attempts.ts";
import * as agentVersions from "./0026-agent-versions.ts";
import * as replacedKeys from "./0027-replaced-keys.ts";
import * as keySites from "./0028-key-sites.ts";
import * as replyDetails from "./0030-reply-details.ts";
import * as handoff from "./0032-hand-over.ts";
import * as availability from "./0034-availability.ts";
import * as cannedAnswers from "./0036-canned-answers.ts";
import * as agentTests from "./0037-agent-tests.ts";
import * as gaps from "./0038-gaps.ts";
import * as approvedAnswers from "./0040-approved-answers.ts";
import * as replyFlags from "./0044-reply-flags.ts";
import * as alerts from "./0041-alerts.ts";
import * as prices from "./0042-prices.ts";
import * as confirmedSessions from "./0043-confirmed-sessions.ts";
import * as pushSubscriptions from "./0045-push-subscriptions.ts";
import * as visitorMail from "./0048-visitor-mail.ts";
import * as gapProofs from "./0050-gap-proofs.ts";
import * as alertMails from "./0052-alert-mails.ts";
import * as mailedAddresses from "./0053-mailed-addresses.ts";
import * as addresses from "./0056-addresses.ts";

/** The steps that every database takes, by name. A driver adds its own; all run in the order of their names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-agents": agents,
  "0002-conversations": conversations,
  "0003-documents": documents,
  "0005-reply-node": replyNode,
  "0007-daily-use": dailyUse,
  "0009-files": files,
  "0011-crawls": crawls,
  "0016-feedback": feedback,
  "0017-replaced-turns": replacedTurns,
  "0018-turns-in-place": turnsInPlace,
  "0020-daily-refusals": dailyRefusals,
  "0021-upload-room": uploadRoom,
  "0022-operators": operators,
  "0023-api-tokens": apiTokens,
  "0024-audit": audit,
  "0025-sign-in-attempts": signInAttempts,
  "0026-agent-versions": agentVersions,
  "0027-replaced-keys": replacedKeys,
  "0028-key-sites": keySites,
  "0030-reply-details": replyDetails,
  "0032-hand-over": handoff,
  "0034-availability": availability,
  "0036-canned-answers": cannedAnswers,
  "0037-agent-tests": agentTests,
  "0038-gaps": gaps,
  "0040-approved-answers": approvedAnswers,
  "0041-alerts": alerts,
  "0042-prices": prices,
  "0043-confirmed-sessions": confirmedSessions,
  "0044-reply-flags": replyFlags,
  "0045-push-subscriptions": pushSubscriptions,
  "0048-visitor-mail": visitorMail,
  "0050-gap-proofs": gapProofs,
  "0052-alert-mails": alertMails,
  "0053-mailed-addresses": mailedAddresses,
  "0056-addresses": addresses,
};
