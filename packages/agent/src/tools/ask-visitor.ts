import { randomUUIDv7 } from "node:crypto";
import { confirmLabel, type ToolCall } from "@servicechat/contract";
import type { ConfirmRequest, Question } from "@servicechat/contract";
import type { AgentEvent, ReplyOutcome } from "../agent.ts";
import type { StepSpan } from "../tracing/trace.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { readQuestions } from "./read-questions.ts";
import { wireId } from "./run-tool.ts";

/** Longest title in a question, in UTF-16 units: answers are keyed by the question, and such keys are bounded. */
const maxTitleLength = 200;

/**
 * Asks the visitor what the model wants to know, or whether a request may be made. `undefined` when the model's input
 * holds no question.
 *
 * @param confirm The request to ask about; without it, the call's input holds the questions
 */
export function askVisitor(
  call: ToolCall,
  confirm: ConfirmRequest | undefined,
  { emit, span }: { readonly emit: (event: AgentEvent) => void; readonly span: StepSpan | undefined },
): ReplyOutcome["question"] {
  const id = wireId(call);
  const title = confirm ? "Asking you to confirm" : askUserQuestion.title;
  const questions = confirm ? [confirmQuestion(confirm)] : readQuestions(call.input);
  emit({ type: "tool_usage_start", data: { id, name: askUserQuestion.name, title } });
  if (!questions) {
    span?.fail("invalid_input");
    emit({ type: "tool_usage_stop", data: { id, status: "failed" } });
    return undefined;
  }
  const asked = { id: `q_${randomUUIDv7()}`, questions, ...(confirm && { confirm }) };
  emit({ type: "ask_user_question", data: asked });
  emit({ type: "tool_usage_stop", data: { id, status: "succeeded" } });
  return { ...asked, toolCallId: call.id };
}

/** A client that knows nothing of `confirm` still shows the whole request: it describes the option that sends it. */
function confirmQuestion({ title, request, body }: ConfirmRequest): Question {
  return {
    question: `May this be sent? ${title.replaceAll("\0", "").slice(0, maxTitleLength).toWellFormed()}`,
    header: "Confirm",
    options: [
      { label: confirmLabel, description: body === undefined ? request : `${request} ${body}` },
      { label: "Cancel", description: "Nothing is sent." },
    ],
    multiSelect: false,
  };
}
