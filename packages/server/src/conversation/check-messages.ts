import type { Answers, PostedMessage, Question } from "@servicechat/contract";
import { ServiceError } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { ConversationStore, NewTurn, NewUserMessage, StoredPart } from "@servicechat/storage";
import { visitorActions } from "../views/agent-view.ts";
import { fillAction } from "./fill-action.ts";

type AnsweredQuestion = NonNullable<NewTurn["answers"]>[number];
type QuestionPart = Extract<StoredPart, { type: "question" }>;

export interface CheckedMessages {
  readonly messages: readonly Omit<NewUserMessage, "id">[];
  /** Questions that this turn answers. */
  readonly answers: readonly AnsweredQuestion[];
}

/**
 * Turns posted blocks into messages as history keeps them, and finds the questions they answer: by name, or, for
 * plain text, the one that the last reply ended with.
 *
 * @param sessionId `undefined` for a chat that has not begun: then no question can be answered
 * @throws ServiceError `malformed_request` for a question or action that is not this visitor's to answer or choose
 */
export async function checkMessages(
  posted: readonly PostedMessage[],
  { agent, sessionId, conversations }: CheckContext,
): Promise<CheckedMessages> {
  const answers: AnsweredQuestion[] = [];
  const messages: Omit<NewUserMessage, "id">[] = [];
  for (const [index, message] of posted.entries()) {
    switch (message.type) {
      case "text": {
        const text = message.block.value;
        messages.push({ content: text, parts: [{ type: "text", text }] });
        break;
      }
      case "answer": {
        const { questionId } = message.block;
        if (answers.some((earlier) => earlier.questionId === questionId))
          throw malformed(
            `messages[${index}].block.questionId: this question is answered before in the same request`,
          );
        const questions = await openQuestion(questionId, index, { agent, sessionId, conversations });
        const given = checkAnswers(message.block, questions, index);
        answers.push({ questionId, ...given });
        messages.push({ content: answerText(given), parts: [{ type: "answer", questionId, ...given }] });
        break;
      }
      case "action": {
        const { actionId, input } = message.block;
        const action = visitorActions(agent).find(({ id }) => id === actionId);
        const content = fillAction(action, input, `messages[${index}].block`);
        messages.push({ content, parts: [{ type: "action", actionId, ...(input && { input }) }] });
      }
    }
  }
  const text = posted.find((message) => message.type === "text");
  if (text && answers.length === 0 && sessionId !== undefined) {
    const asked = await lastOpenQuestion(sessionId, conversations);
    if (asked) answers.push({ questionId: asked.id, answers: inOwnWords(asked.questions, text.block.value) });
  }
  return { messages, answers };
}

interface CheckContext {
  readonly agent: AgentDefinition;
  readonly sessionId: string | undefined;
  readonly conversations: ConversationStore;
}

async function openQuestion(questionId: string, index: number, { sessionId, conversations }: CheckContext) {
  const found =
    sessionId === undefined ? undefined : await conversations.findQuestion({ sessionId, questionId });
  const part = found?.reply.parts.find(
    (each): each is QuestionPart => each.type === "question" && each.id === questionId,
  );
  const field = `messages[${index}].block.questionId`;
  if (!found || !part) throw malformed(`${field}: names no question of this chat`);
  if (found.answered) throw malformed(`${field}: this question has been answered already`);
  return part.questions;
}

/** Every answer must belong to a question; what it says is free, since a visitor may always answer in own words. */
function checkAnswers(
  block: { readonly answers: Answers; readonly skipped?: boolean },
  questions: readonly Question[],
  index: number,
): { readonly answers: Answers; readonly skipped?: boolean } {
  for (const [question, answer] of Object.entries(block.answers)) {
    const asked = questions.find((each) => each.question === question);
    const field = `messages[${index}].block.answers`;
    if (!asked) throw malformed(`${field}: '${question.slice(0, 80)}' is no question of this group`);
    if (typeof answer !== "string" && !asked.multiSelect) {
      throw malformed(`${field}: '${question.slice(0, 80)}' takes one answer, not a list`);
    }
  }
  const answered = Object.values(block.answers).some((answer) => answer.length > 0);
  if (!answered && !block.skipped) {
    throw malformed(
      `messages[${index}].block.answers: must answer at least one question, or set skipped to true`,
    );
  }
  return block.skipped ? { answers: block.answers, skipped: true } : { answers: block.answers };
}

function answerText({ answers, skipped }: { readonly answers: Answers; readonly skipped?: boolean }): string {
  if (skipped) return "(skipped)";
  return Object.values(answers)
    .map((answer) => (typeof answer === "string" ? answer : answer.join(", ")))
    .join("\n");
}

async function lastOpenQuestion(sessionId: string, conversations: ConversationStore) {
  const [last] = await conversations.recentTurns({ sessionId, before: Number.MAX_SAFE_INTEGER, limit: 1 });
  return last?.reply.parts.find(
    (part): part is QuestionPart => part.type === "question" && part.answer === undefined,
  );
}

function inOwnWords(questions: readonly Question[], text: string): Answers {
  return Object.fromEntries(questions.slice(0, 1).map(({ question }) => [question, text]));
}

function malformed(detail: string): ServiceError {
  return new ServiceError("malformed_request", { detail });
}
