import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SourceDefinition } from "@servicechat/contract/agent-file";
import type { EvaluationQuestion } from "@servicechat/knowledge";
import { readQuestions } from "@servicechat/operations/agent-file";
import { questions, unanswerable } from "../../packages/knowledge/test/fixtures/questions.ts";

/** A site, and questions to it that were written before anything was tuned for them. */
export interface AnswerSet {
  readonly name: string;
  readonly about: string;
  readonly sources: readonly SourceDefinition[];
  readonly questions: readonly EvaluationQuestion[];
  /** Its vectors take many minutes to make. */
  readonly large?: true;
}

const tests = join(import.meta.dirname, "../../packages/knowledge/test");
const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

function fileOf(...path: readonly string[]): readonly EvaluationQuestion[] {
  const read = readQuestions(readFileSync(join(tests, ...path), "utf8"));
  if ("faults" in read) throw new Error(read.faults.map(({ message }) => message).join("; "));
  return read.questions;
}

/** Every set of the repository, the quickest first. */
export const answerSets: readonly AnswerSet[] = [
  {
    name: "harborpine",
    about: "the pages of a shop for tents, 9 pages",
    sources: ["md", "html", "txt"].map((ending) => ({
      files: join(tests, "fixtures", "docs", "**", `*.${ending}`),
      linkBase: "https://docs.harborpine.example/",
    })),
    questions: [
      ...questions.map(({ ask, page, heading }) => ({
        question: ask,
        pages: [page],
        ...(heading !== undefined && { sections: [heading] }),
      })),
      ...unanswerable.map((question) => ({ question, pages: [] })),
    ],
  },
  {
    name: "hopline",
    about: "a help centre for hired bikes and trains, 30 pages",
    sources: [
      {
        files: join(tests, "evaluation", "hopline", "docs", "*.md"),
        linkBase: "https://help.hopline.example/",
      },
    ],
    questions: fileOf("evaluation", "hopline", "questions.yaml"),
  },
  {
    name: "fastify",
    about: "the documentation of a framework for developers, 41 pages",
    sources: [
      {
        files: join(folderOf("fastify-docs"), "docs", "**", "*.md"),
        linkBase: "https://docs.fastify.example/",
      },
    ],
    questions: fileOf("evaluation", "fastify", "questions.yaml"),
  },
  {
    name: "directus",
    about: "the documentation of a content platform, 114 pages",
    sources: [
      {
        files: join(folderOf("@directus/docs"), ".vitepress/dist/**/!(404|template_shell|readme).html"),
        linkBase: "https://docs.directus.example/",
      },
    ],
    questions: fileOf("documentation-site", "questions.yaml"),
    large: true,
  },
];
