import { z } from "zod";
import { answer, openRoute } from "../admin-api/route.ts";
import type { AdminMethod, AdminRoute } from "../admin-api/route.ts";
import * as agentDrafts from "../admin-api/agent-drafts.ts";
import * as agentFiles from "../admin-api/agent-files.ts";
import * as agents from "../admin-api/agents.ts";
import * as tests from "../admin-api/agent-tests.ts";
import * as letter from "../admin-api/letter.ts";
import { listAudit } from "../admin-api/audit.ts";
import * as answers from "../admin-api/approved-answers.ts";
import * as canned from "../admin-api/canned-answers.ts";
import * as chats from "../admin-api/chats.ts";
import * as confirm from "../admin-api/confirm.ts";
import * as desk from "../admin-api/desk.ts";
import * as documents from "../admin-api/documents.ts";
import { draftInChat } from "../admin-api/draft.ts";
import { followEvents } from "../admin-api/events.ts";
import { followChat } from "../admin-api/follow-chat.ts";
import * as flags from "../admin-api/flags.ts";
import * as gaps from "../admin-api/gaps.ts";
import { readHealth } from "../admin-api/health.ts";
import * as handoff from "../admin-api/handoff.ts";
import * as keys from "../admin-api/keys.ts";
import * as faces from "../admin-api/faces.ts";
import * as me from "../admin-api/me.ts";
import * as notifications from "../admin-api/notifications.ts";
import * as prices from "../admin-api/prices.ts";
import * as operators from "../admin-api/operators.ts";
import * as passkeys from "../admin-api/passkeys.ts";
import * as models from "../admin-api/models.ts";
import * as secrets from "../admin-api/secrets.ts";
import * as signIn from "../admin-api/sign-in.ts";
import * as tokens from "../admin-api/api-tokens.ts";
import * as websites from "../admin-api/websites.ts";
import * as webhooks from "../admin-api/webhooks.ts";
import { readMonth, readReplies, readService, readUsage } from "../admin-api/usage.ts";

/** GET openapi.json */
const readOpenApi = openRoute({
  summary: "This document",
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ admin }) => answer(await admin.live.openApi()),
});

/**
 * Every route of the admin API, by its path below `/console/api/`. `{name}` takes anything without a slash,
 * `{name...}` all of the rest.
 */
export const adminRoutes: Readonly<Record<string, Partial<Record<AdminMethod, AdminRoute>>>> = {
  "openapi.json": { GET: readOpenApi },
  "sign-in/link": { POST: signIn.signInByLink },
  "sign-in/password": { POST: signIn.signInByPassword },
  "sign-in/passkey/options": { POST: signIn.askPasskey },
  "sign-in/passkey/verify": { POST: signIn.signInByPasskey },
  "sign-out": { POST: me.signOut },
  me: { GET: me.getMe },
  "me/sessions": { GET: me.listSessions },
  "me/sessions/{id}": { DELETE: me.endSession },
  "me/availability": { PUT: me.putAvailability },
  "me/display-name": { PUT: me.putDisplayName },
  "me/face": { PUT: faces.putFace, DELETE: faces.deleteFace },
  faces: { GET: faces.listFaces },
  "faces/{id}": { GET: faces.readFace },
  "me/notifications": { GET: notifications.getNotifications },
  "me/notifications/mail": { PUT: notifications.putMailAlerts },
  "me/notifications/mail/test": { POST: notifications.testMailAlerts },
  "me/confirm": { POST: confirm.confirmPerson },
  "me/confirm/options": { POST: confirm.askConfirmation },
  "me/push": { POST: notifications.addPush },
  "me/push/{id}": { DELETE: notifications.removePush },
  "me/push/{id}/test": { POST: notifications.testPush },
  "me/password": { PUT: me.putPassword, DELETE: me.deletePassword },
  "me/passkeys": { GET: passkeys.listPasskeys, POST: passkeys.addPasskey },
  "me/passkeys/options": { POST: passkeys.askNewPasskey },
  "me/passkeys/{id}": { PATCH: passkeys.renamePasskey, DELETE: passkeys.removePasskey },
  chats: { GET: chats.listChats },
  "chats/export": { GET: chats.exportChats },
  "chats/{id}": { GET: chats.readChat, DELETE: chats.eraseChat },
  "chats/{id}/export": { GET: chats.exportChat },
  "chats/{id}/stream": { GET: followChat },
  "chats/{id}/take": { POST: handoff.takeChat },
  "chats/{id}/messages": { POST: handoff.sayInChat },
  "chats/{id}/notes": { POST: handoff.noteInChat },
  "chats/{id}/assign": { POST: handoff.assignChat },
  "chats/{id}/hand-back": { POST: handoff.handBackChat },
  "chats/{id}/done": { POST: handoff.doneWithChat },
  "chats/{id}/tags": { POST: desk.tagChat },
  "chats/{id}/snooze": { POST: desk.snoozeChat, DELETE: desk.wakeChat },
  "chats/{id}/seen": { POST: desk.seeChat },
  tags: { GET: desk.listTags },
  "chats/{id}/close": { POST: handoff.closeChat },
  "chats/{id}/presence": { POST: handoff.presentInChat },
  "chats/{id}/draft": { POST: draftInChat },
  "chats/{id}/typing": { POST: handoff.typeInChat },
  "users/{id}/chats": { DELETE: chats.eraseChatsOfUser },
  canned: { GET: canned.listCanned, POST: canned.createCanned },
  "canned/{id}": { PATCH: canned.changeCanned, DELETE: canned.removeCanned },
  events: { GET: followEvents },
  feedback: { GET: agents.listFeedback },
  answers: { GET: answers.listAnswers, POST: answers.createAnswer },
  "answers/try": { POST: answers.tryAnswer },
  "answers/{id}": { GET: answers.readAnswer, PATCH: answers.changeAnswer, DELETE: answers.removeAnswer },
  "chats/{id}/flags": { POST: flags.flagReply },
  "chats/{id}/flags/{message}": { DELETE: flags.unflagReply },
  gaps: { GET: gaps.listGaps },
  "gaps/{id}": { GET: gaps.readGap },
  "gaps/{id}/dismiss": { POST: gaps.dismissGap },
  "gaps/{id}/reopen": { POST: gaps.reopenGap },
  health: { GET: readHealth },
  usage: { GET: readUsage },
  "usage/replies": { GET: readReplies },
  "usage/month": { GET: readMonth },
  prices: { GET: prices.listPrices, POST: prices.setPrice },
  "prices/{id}": { DELETE: prices.removePrice },
  budget: { GET: prices.readBudget, PUT: prices.setBudget },
  service: { GET: readService },
  agents: { GET: agents.listAgents },
  drafts: { GET: agentDrafts.listDrafts },
  "agents/check": { POST: agentFiles.checkAgent },
  "agents/{id}": { GET: agents.readAgent, PUT: agentFiles.putAgent, DELETE: agents.deleteAgent },
  "agents/{id}/versions": { GET: agentFiles.listVersions },
  "agents/{id}/versions/{version}": { GET: agentFiles.readVersion },
  "agents/{id}/preview": { POST: agentFiles.previewAgent },
  "agents/{id}/restore": { POST: agentFiles.restoreAgent },
  "agents/{id}/draft": {
    GET: agentDrafts.readDraft,
    PUT: agentDrafts.putDraft,
    DELETE: agentDrafts.deleteDraft,
  },
  "agents/{id}/colleagues": { GET: handoff.listColleagues },
  "knowledge/preview": { POST: websites.previewWebsite },
  "agents/{id}/knowledge": { GET: agents.listKnowledge },
  "agents/{id}/knowledge/sync": { GET: websites.readSyncProgress, POST: agents.syncKnowledge },
  "agents/{id}/knowledge/sync/stop": { POST: websites.stopSync },
  "agents/{id}/knowledge/evaluate": { POST: agents.evaluateKnowledge },
  "agents/{id}/knowledge/passages": { GET: agents.readSourcePassages },
  "agents/{id}/knowledge/search": { GET: agents.searchKnowledge },
  "agents/{id}/documents": { GET: documents.listDocuments },
  "agents/{id}/documents/{path...}": {
    GET: documents.readDocument,
    PUT: documents.putDocument,
    PATCH: documents.changeDocument,
    DELETE: documents.removeDocument,
  },
  "agents/{id}/tests": { GET: tests.readTests, PUT: tests.putTests },
  "agents/{id}/tests/run": { POST: tests.runTests },
  "agents/{id}/tests/suggest": { POST: tests.suggestTests },
  "agents/{id}/tests/runs": { GET: tests.listTestRuns },
  "agents/{id}/tests/runs/{number}": { GET: tests.readTestRun },
  keys: { GET: keys.listKeys, POST: keys.createKey },
  "keys/{id}": { GET: keys.findKey, PATCH: keys.changeKey },
  "keys/{id}/tag": { GET: keys.readTag },
  "keys/{id}/check": { POST: keys.checkPage },
  "keys/{id}/revoke": { POST: keys.revokeKey },
  "keys/{id}/rotate": { POST: keys.rotateKey },
  "keys/{id}/sites": { GET: keys.listKeySites },
  mail: { GET: notifications.getMail },
  "mail/test": { POST: notifications.testMail },
  audit: { GET: listAudit },
  operators: { GET: operators.listOperators, POST: operators.inviteOperator },
  "operators/{id}": {
    GET: operators.findOperator,
    PATCH: operators.changeOperator,
    DELETE: operators.removeOperator,
  },
  "operators/{id}/link": { POST: operators.inviteAgain },
  tokens: { GET: tokens.listTokens, POST: tokens.createToken },
  "tokens/{id}": { DELETE: tokens.revokeToken },
  secrets: { GET: secrets.listSecrets },
  "secrets/{name}": { PUT: secrets.putSecret, DELETE: secrets.removeSecret },
  "models/try": { POST: models.tryModel },
  "models/list": { POST: models.listModels },
  letter: { GET: letter.readLetter, PATCH: letter.changeLetter },
  "letter/send": { POST: letter.sendLetter },
  webhooks: { GET: webhooks.listWebhooks, POST: webhooks.createWebhook },
  "webhooks/{id}": {
    GET: webhooks.findWebhook,
    PATCH: webhooks.changeWebhook,
    DELETE: webhooks.removeWebhook,
  },
  "webhooks/{id}/test": { POST: webhooks.testWebhook },
  "webhooks/{id}/deliveries": { GET: webhooks.listDeliveries },
  "webhooks/{id}/deliveries/{delivery}/replay": { POST: webhooks.replayDelivery },
};
