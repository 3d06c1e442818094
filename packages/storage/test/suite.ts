import { agentEventPromises } from "./suite/agent-events.ts";
import { agentPromises } from "./suite/agents.ts";
import { alertPromises } from "./suite/alerts.ts";
import { budgetPromises } from "./suite/budgets.ts";
import { previewPromises } from "./suite/previews.ts";
import { approvedAnswerPromises } from "./suite/approved-answers.ts";
import { cannedAnswerPromises } from "./suite/canned-answers.ts";
import { chatPromises } from "./suite/chats.ts";
import { crawlPromises } from "./suite/crawls.ts";
import { feedbackPromises } from "./suite/feedback.ts";
import { filePromises } from "./suite/files.ts";
import { foundChatPromises } from "./suite/found-chats.ts";
import { gapPromises } from "./suite/gaps.ts";
import { handoffPromises } from "./suite/handoffs.ts";
import { returnedChatPromises } from "./suite/returned-chats.ts";
import { heldChatPromises } from "./suite/held-chats.ts";
import { hourlyUsagePromises } from "./suite/hourly-usage.ts";
import { keyPromises } from "./suite/keys.ts";
import { knowledgePromises } from "./suite/knowledge.ts";
import { placedQuestionPromises } from "./suite/placed-questions.ts";
import { pricePromises } from "./suite/prices.ts";
import { pushPromises } from "./suite/push.ts";
import { questionPromises } from "./suite/questions.ts";
import { refusalPromises } from "./suite/rate-refusals.ts";
import { replacedTurnPromises } from "./suite/replaced.ts";
import { replyPromises } from "./suite/replies.ts";
import type { OpenStorage } from "./suite/samples.ts";
import { servicePromises } from "./suite/service.ts";
import { sessionPromises } from "./suite/sessions.ts";
import { turnPromises } from "./suite/turns.ts";
import { usagePromises } from "./suite/usage.ts";
import { vectorPromises } from "./suite/vectors.ts";
import { wordingPromises } from "./suite/wordings.ts";
import { agentTestPromises } from "./suite/agent-tests.ts";
import { agentVersionPromises } from "./suite/agent-versions.ts";
import { auditPromises } from "./suite/audit.ts";
import { keySitePromises } from "./suite/key-sites.ts";
import { operatorSessionPromises } from "./suite/operator-sessions.ts";
import { operatorPromises } from "./suite/operators.ts";
import { passkeyPromises } from "./suite/passkeys.ts";
import { signInAttemptPromises } from "./suite/sign-in-attempts.ts";
import { tokenPromises } from "./suite/api-tokens.ts";
import { addressPromises } from "./suite/addresses.ts";
import { visitorMailPromises } from "./suite/visitor-mail.ts";
import { webhookPromises } from "./suite/webhooks.ts";

/**
 * The promises that every database keeps. Each driver's own test file is one call to this.
 *
 * @param driver name in the titles of the tests
 * @param open gives a fresh, empty store each time; the test closes it
 */
export function storageSuite(driver: string, open: OpenStorage): void {
  agentPromises(driver, open);
  alertPromises(driver, open);
  addressPromises(driver, open);
  visitorMailPromises(driver, open);
  keyPromises(driver, open);
  previewPromises(driver, open);
  turnPromises(driver, open);
  replyPromises(driver, open);
  questionPromises(driver, open);
  replacedTurnPromises(driver, open);
  budgetPromises(driver, open);
  refusalPromises(driver, open);
  usagePromises(driver, open);
  hourlyUsagePromises(driver, open);
  chatPromises(driver, open);
  foundChatPromises(driver, open);
  handoffPromises(driver, open);
  gapPromises(driver, open);
  placedQuestionPromises(driver, open);
  returnedChatPromises(driver, open);
  heldChatPromises(driver, open);
  sessionPromises(driver, open);
  filePromises(driver, open);
  feedbackPromises(driver, open);
  knowledgePromises(driver, open);
  crawlPromises(driver, open);
  vectorPromises(driver, open);
  wordingPromises(driver, open);
  agentVersionPromises(driver, open);
  auditPromises(driver, open);
  keySitePromises(driver, open);
  operatorSessionPromises(driver, open);
  operatorPromises(driver, open);
  passkeyPromises(driver, open);
  pushPromises(driver, open);
  signInAttemptPromises(driver, open);
  tokenPromises(driver, open);
  cannedAnswerPromises(driver, open);
  approvedAnswerPromises(driver, open);
  pricePromises(driver, open);
  agentTestPromises(driver, open);
  webhookPromises(driver, open);
  agentEventPromises(driver, open);
  servicePromises(driver, open);
}
