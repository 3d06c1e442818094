import type { Answers, GivenAnswer, PostedMessage, Question } from "@servicechat/contract";
import { confirmLabel } from "@servicechat/contract";
import type { ConversationStore, StoredQuestion } from "@servicechat/storage";
import { malformed } from "../request/malformed.ts";

type PostedAnswer = Extract<PostedMessage, { type: "answer" }>["block"];

/**
 * The question that an answer names. One that was answered in plain text is still open: that text may have been about
 * something else.
 *
 * @param field the answer's path in the request, for the refusal
 * @throws ServiceError `malformed_request` if it is not an open question of this chat
 */
export async function findOpenQuestion(
  questionId: string,
  field: string,
  {
    sessionId,
    conversations,
    reopened = [],
  }: {
    readonly sessionId: string | undefined;
    readonly conversations: ConversationStore;
    /** Ids of questions whose answers are being taken back. */
    readonly reopened?: readonly string[] | undefined;
  },
): Promise<StoredQuestion> {
  const found =
    sessionId === undefined ? undefined : await conversations.findQuestion({ sessionId, questionId });
  const part = found?.reply.parts.find(
    (each): each is StoredQuestion => each.type === "question" && each.id === questionId,
  );
  if (!found || !part) throw malformed(`${field}.questionId: does not match a question in this chat`);
  if (part.answer && !part.answer.plainText && !reopened.includes(questionId))
    throw malformed(`${field}.questionId: this question has been answered already`);
  return part;
}

/**
 * Every answer must belong to a question; its text is free, since a visitor may always answer in their own words. Blank
 * answers are ignored, and duplicate choices count once.
 *
 * @throws ServiceError `malformed_request`
 */
export function checkAnswer(block: PostedAnswer, questions: readonly Question[], field: string): GivenAnswer {
  const given = Object.entries(block.answers).map(([question, answer]) => {
    const asked = questions.find((each) => each.question === question);
    if (!asked)
      throw malformed(`${field}.answers: '${question.slice(0, 80)}' is not a question in this group`);
    if (typeof answer === "string") return [question, answer] as const;
    if (!asked.multiSelect)
      throw malformed(`${field}.answers: '${question.slice(0, 80)}' takes one answer, not a list`);
    return [question, [...new Set(answer)].filter((each) => each.trim() !== "")] as const;
  });
  const answers = Object.fromEntries(given.filter(([, answer]) => !isBlank(answer)));
  if (block.skipped) return { answers, skipped: true };
  if (Object.keys(answers).length > 0) return { answers };
  throw malformed(`${field}.answers: must answer at least one question, or set skipped to true`);
}

/** Plain text as an answer to open questions: it answers the first one. */
export function answerInPlainText({ questions }: StoredQuestion, text: string): GivenAnswer {
  const answers = Object.fromEntries(questions.slice(0, 1).map(({ question }) => [question, text]));
  return { answers, plainText: true };
}

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

function isBlank(answer: Answers[string]): boolean {
  return typeof answer === "string" ? answer.trim() === "" : answer.length === 0;
}
