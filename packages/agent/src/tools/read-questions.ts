import { asObject } from "@servicechat/contract";
import type { Question, QuestionOption } from "@servicechat/contract";
import { parseJson } from "../parse-json.ts";

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

/** As an answer can repeat it: well-formed, and without NUL, which no request may carry. */
function textOf(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = String(value).toWellFormed().replaceAll("\0", "").trim();
  return text.slice(0, maxTextLength).toWellFormed();
}
