import { confirmLabel, type Answers, type GivenAnswer } from "@servicechat/contract";
import type { StoredQuestion } from "@servicechat/storage";

/** Whether an answer lets the request run that its question asks about. */
export function givesConsent(
  { confirm, questions }: StoredQuestion,
  { answers, skipped }: GivenAnswer,
): boolean {
  const question = questions[0]?.question;
  if (!confirm || skipped || question === undefined) return false;
  return Object.hasOwn(answers, question) && answers[question] === confirmLabel;
}

/** An answer as the text of the visitor's message. */
export function answerText({ answers, skipped }: GivenAnswer): string {
  if (skipped) return "(skipped)";
  return Object.values(answers).map(plain).join("\n");
}

/** An answer as separate text: each with its question. */
export function questionsAndAnswers({ answers, skipped }: GivenAnswer): string {
  if (skipped) return "(skipped)";
  return Object.entries(answers)
    .map(([question, answer]) => `${question} ${plain(answer)}`)
    .join("\n");
}

function plain(answer: Answers[string]): string {
  return typeof answer === "string" ? answer : answer.join(", ");
}
