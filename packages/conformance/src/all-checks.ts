import type { Check } from "./check.ts";
import { agentChecks } from "./checks/agent.ts";
import { bodyChecks } from "./checks/bodies.ts";
import { configurationChecks } from "./checks/configuration.ts";
import { crossOriginChecks } from "./checks/cross-origin.ts";
import { everyAnswerChecks } from "./checks/every-answer.ts";
import { feedbackChecks } from "./checks/feedback.ts";
import { handoffChecks } from "./checks/handoff.ts";
import { erasingChecks, historyChecks } from "./checks/history.ts";
import { hostileChecks } from "./checks/hostile.ts";
import { messageChecks } from "./checks/messages.ts";
import { methodChecks } from "./checks/methods.ts";
import { overLimitChecks, rateChecks } from "./checks/rate.ts";
import { refusalChecks } from "./checks/refusals.ts";
import { repeatingChecks } from "./checks/repeating.ts";
import { replacingChecks } from "./checks/replacing.ts";
import { resumingChecks } from "./checks/resuming.ts";
import { uploadChecks } from "./checks/uploads.ts";

/**
 * Every check, in the order of the run: what is counted comes before many requests, checks of earlier responses come
 * last.
 */
export const allChecks: readonly Check[] = [
  ...configurationChecks,
  ...rateChecks,
  ...crossOriginChecks,
  ...refusalChecks,
  ...messageChecks,
  ...bodyChecks,
  ...repeatingChecks,
  ...replacingChecks,
  ...historyChecks,
  ...agentChecks,
  ...uploadChecks,
  ...feedbackChecks,
  ...resumingChecks,
  ...handoffChecks,
  ...erasingChecks,
  ...methodChecks,
  ...hostileChecks,
  ...overLimitChecks,
  ...everyAnswerChecks,
];
