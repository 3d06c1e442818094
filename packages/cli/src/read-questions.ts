import { asObject } from "@servicechat/contract";
import type { EvaluationQuestion } from "@servicechat/knowledge";
import { readYamlFile } from "./read-yaml-file.ts";
import { Refusal } from "./refusal.ts";

const most = 10_000;

/**
 * Reads a list of questions with the pages that answer them, YAML or JSON.
 *
 * @throws Refusal that lists every fault: with line and column where the text is no YAML, else with the question's number
 */
export function readQuestions(file: string): readonly EvaluationQuestion[] {
  const read = readYamlFile(file);
  if ("faults" in read) throw refusal(file, read.faults);
  const { value } = read;
  if (!Array.isArray(value) || value.length === 0 || value.length > most) {
    const sentence = `must be a list of 1 to ${most} questions, each such as {question: How do I return a tent?, pages: [returns.html]}`;
    throw refusal(file, [sentence]);
  }
  const faults = value.flatMap((entry: unknown, index) => faultsOf(entry, `question ${index + 1}`));
  if (faults.length > 0) throw refusal(file, faults);
  return value.map(({ question, pages }: EvaluationQuestion) => ({ question, pages }));
}

function faultsOf(entry: unknown, name: string): readonly string[] {
  const fields = asObject(entry);
  if (!fields) return [`${name}: must have a question and its pages`];
  const { question, pages, ...others } = fields;
  const faults = Object.keys(others).map((field) => `${name}: ${field}: is not known here`);
  if (!isText(question)) faults.push(`${name}: question: must be a text`);
  if (!Array.isArray(pages) || pages.length === 0 || !pages.every(isText)) {
    faults.push(`${name}: pages: must be a list of addresses or ends of paths, such as [guide/returns.html]`);
  }
  return faults;
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";

function refusal(file: string, faults: readonly string[]): Refusal {
  return new Refusal([`${file} is no list of questions:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}
