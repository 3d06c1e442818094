import { randomUUIDv7 } from "node:crypto";
import { confirmLabel, asObject } from "@servicechat/contract";
import type { ToolCall, ConfirmRequest, Question, QuestionOption } from "@servicechat/contract";
import type { ToolDescription, AgentEvent, ReplyOutcome } from "../agent.ts";
import type { StepSpan } from "../trace.ts";
import { wireId } from "./run-tool.ts";
import { parseJson } from "../json.ts";

/**
 * The built-in tool with which a model asks the visitor. It is never run: the question ends the reply, and the
 * visitor's next message is the tool's result (docs/decisions.md, "Questions to the visitor").
 */
export const askUserQuestion = {
  name: "AskUserQuestion",
  title: "Asking you a question",
  description:
    "Asks the visitor one to four questions with options to choose from, and waits for the answer. " +
    "Use it only when the answer depends on something that only the visitor knows.",
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            question: { type: "string", description: "The whole question" },
            header: { type: "string", description: "A label of at most 12 characters" },
            options: {
              type: "array",
              minItems: 2,
              maxItems: 4,
              items: {
                type: "object",
                properties: { label: { type: "string" }, description: { type: "string" } },
                required: ["label", "description"],
              },
            },
            multiSelect: { type: "boolean", description: "Whether several options may be chosen" },
          },
          required: ["question", "header", "options", "multiSelect"],
        },
      },
    },
    required: ["questions"],
  },
} as const satisfies ToolDescription & { readonly title: string };

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

const maxQuestions = 4;
const maxOptions = 4;
const maxHeaderLength = 12;
/** In UTF-16 units. An answer names its question, and chosen labels, within the bounds of a request. */
const maxTextLength = 1000;

/**
 * Reads the questions a model wants to ask, however it wrote them: options as plain strings, no header, no
 * descriptions, `multiple` for `multiSelect`, one question without the list around it, the list as JSON text.
 * `undefined` if it contains no question. A duplicate question is asked once, since answers are keyed by it.
 */
export function readQuestions(input: unknown): readonly Question[] | undefined {
  const fields = asObject(input);
  const list = listOf(fields?.["questions"] ?? fields?.["question"]) ?? [fields];
  const questions = list.map(readQuestion).filter((question) => question !== undefined);
  const distinct = [...new Map(questions.map((question) => [question.question, question])).values()];
  return distinct.length > 0 ? distinct.slice(0, maxQuestions) : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (asObject(value)) return [value];
  const isJson = typeof value === "string" && /^\s*[[{]/.test(value);
  return isJson ? listOf(parseJson(value)) : undefined;
}

function readQuestion(value: unknown): Question | undefined {
  const fields = asObject(value);
  const question = textOf(typeof value === "string" ? value : (fields?.["question"] ?? fields?.["text"]));
  if (question === "") return undefined;
  const options = Array.isArray(fields?.["options"]) ? fields["options"].map(readOption) : [];
  const distinct = options.filter(
    (option, index) =>
      option.label !== "" && options.findIndex(({ label }) => label === option.label) === index,
  );
  return {
    question,
    header: textOf(fields?.["header"]) || shortHeader(question),
    options: distinct.slice(0, maxOptions),
    multiSelect: [fields?.["multiSelect"], fields?.["multiple"], fields?.["multi_select"]].includes(true),
  };
}

function readOption(value: unknown): QuestionOption {
  const fields = asObject(value);
  const label = textOf(fields ? (fields["label"] ?? fields["value"] ?? fields["text"]) : value);
  return { label, description: textOf(fields?.["description"]) };
}

/** The first words of a question that fit into a header. */
function shortHeader(question: string): string {
  const words = question.replace(/(?<![?？.])[?？.]+$/, "");
  if (words.length <= maxHeaderLength) return words;
  const cut = words.slice(0, maxHeaderLength + 1).lastIndexOf(" ");
  return words.slice(0, cut > 0 ? cut : maxHeaderLength).toWellFormed();
}

/** As an answer can repeat it: well-formed, and without NUL, which requests must not contain. */
function textOf(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = String(value).toWellFormed().replaceAll("\0", "").trim();
  return text.slice(0, maxTextLength).toWellFormed();
}
