import { agentPromises } from "./suite/agents.ts";
import { budgetPromises } from "./suite/budgets.ts";
import { crawlPromises } from "./suite/crawls.ts";
import { feedbackPromises } from "./suite/feedback.ts";
import { filePromises } from "./suite/files.ts";
import { keyPromises } from "./suite/keys.ts";
import { knowledgePromises } from "./suite/knowledge.ts";
import { questionPromises } from "./suite/questions.ts";
import { replacedTurnPromises } from "./suite/replaced.ts";
import { replyPromises } from "./suite/replies.ts";
import type { OpenStorage } from "./suite/samples.ts";
import { servicePromises } from "./suite/service.ts";
import { sessionListPromises } from "./suite/session-list.ts";
import { sessionPromises } from "./suite/sessions.ts";
import { turnPromises } from "./suite/turns.ts";
import { usagePromises } from "./suite/usage.ts";
import { vectorPromises } from "./suite/vectors.ts";

/**
 * The promises that every database keeps. Each driver's own test file is one call to this.
 *
 * @param driver name in the titles of the tests
 * @param open gives a fresh, empty store each time; the test closes it
 */
export function storageSuite(driver: string, open: OpenStorage): void {
  agentPromises(driver, open);
  keyPromises(driver, open);
  turnPromises(driver, open);
  replyPromises(driver, open);
  questionPromises(driver, open);
  replacedTurnPromises(driver, open);
  budgetPromises(driver, open);
  usagePromises(driver, open);
  sessionPromises(driver, open);
  sessionListPromises(driver, open);
  filePromises(driver, open);
  feedbackPromises(driver, open);
  knowledgePromises(driver, open);
  crawlPromises(driver, open);
  vectorPromises(driver, open);
  servicePromises(driver, open);
}
