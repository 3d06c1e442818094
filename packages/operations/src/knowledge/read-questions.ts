import { asObject, reasonOf } from "@servicechat/contract";
import { factPattern, type EvaluationQuestion } from "@servicechat/knowledge";
import type { FileFault } from "../agent-file/file-fault.ts";
import { readYaml } from "../agent-file/read-yaml.ts";

const maxQuestions = 10_000;

/**
 * Reads the text of a list of questions with what answers them, YAML or JSON: pages, and perhaps a section, a fact and
 * a kind; or `answered: false`. Never throws: every fault is listed, with line and column if the text is not valid
 * YAML, otherwise with the question's number.
 */
export function readQuestions(
  text: string,
): { readonly questions: readonly EvaluationQuestion[] } | { readonly faults: readonly FileFault[] } {
  const read = readYaml(text);
  if ("faults" in read) return read;
  const { value } = read;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxQuestions) {
    const message = `must be a list of 1 to ${maxQuestions} questions, each such as {question: How do I return a tent?, pages: [returns.html]}`;
    return { faults: [{ line: null, message }] };
  }
  const faults = value.flatMap((entry: unknown, index) => faultsOf(entry, `question ${index + 1}`));
  if (faults.length > 0) return { faults: faults.map((message) => ({ line: null, message })) };
  return { questions: value.map(questionOf) };
}

function questionOf({ question, pages = [], section, fact, kind }: WrittenQuestion): EvaluationQuestion {
  return {
    question,
    pages,
    ...(section !== undefined && { sections: [section].flat() }),
    ...(fact !== undefined && { fact }),
    ...(kind !== undefined && { kind }),
  };
}

/** An entry of the file without faults. */
interface WrittenQuestion {
  readonly question: string;
  readonly pages?: readonly string[];
  readonly section?: string | readonly string[];
  readonly fact?: string;
  readonly kind?: string;
}

function faultsOf(entry: unknown, name: string): readonly string[] {
  const fields = asObject(entry);
  if (!fields) return [`${name}: must have a question and its pages`];
  const { question, pages, section, fact, answered, kind, ...others } = fields;
  const faults = Object.keys(others).map((field) => `${field}: is not a known field`);
  if (!isText(question)) faults.push("question: must be text");
  if (answered === false) {
    const needless = Object.entries({ pages, section, fact }).filter(([, value]) => value !== undefined);
    faults.push(...needless.map(([field]) => `${field}: not allowed with 'answered: false'`));
  } else {
    if (answered !== undefined && answered !== true) faults.push("answered: must be true or false");
    if (!isTexts(pages)) {
      faults.push("pages: must be a list of addresses or path endings, such as [guide/returns.html]");
    }
    if (section !== undefined && !isText(section) && !isTexts(section)) {
      faults.push("section: must be a heading of the page, or a list of acceptable headings");
    }
    if (fact !== undefined) faults.push(...factFaults(fact));
  }
  if (kind !== undefined && !isText(kind)) faults.push("kind: must be text");
  return faults.map((fault) => `${name}: ${fault}`);
}

function factFaults(fact: unknown): readonly string[] {
  if (typeof fact !== "string" || fact.trim() === "") {
    return ["fact: must be text that a correct answer contains; put numbers in quotation marks"];
  }
  try {
    factPattern(fact);
    return [];
  } catch (error) {
    return [`fact: is not a regular expression: ${reasonOf(error)}`];
  }
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
const isTexts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText);
