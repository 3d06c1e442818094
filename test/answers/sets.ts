import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SourceDefinition } from "@servicechat/contract/agent-file";
import type { EvaluationQuestion } from "@servicechat/knowledge";
import { readQuestions } from "@servicechat/operations/agent-file";
import { parse } from "yaml";
import { questions, unanswerable } from "../../packages/knowledge/test/fixtures/questions.ts";

/** A site, and questions about it that were written before any tuning. */
export interface AnswerSet {
  readonly name: string;
  readonly about: string;
  readonly sources: readonly SourceDefinition[];
  readonly questions: readonly EvaluationQuestion[];
  /** Pages that are written to the knowledge's own folder, by name. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Computing its vectors takes many minutes. */
  readonly large?: true;
}

const tests = join(import.meta.dirname, "../../packages/knowledge/test");
const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

function fileOf(...path: readonly string[]): readonly EvaluationQuestion[] {
  const read = readQuestions(readFileSync(join(tests, ...path), "utf8"));
  if ("faults" in read) throw new Error(read.faults.map(({ message }) => message).join("; "));
  return read.questions;
}

/** The pages of Hopline, with a comment of other wordings below each heading. */
function hoplineWithWordings(): Readonly<Record<string, string>> {
  const folder = join(tests, "evaluation", "hopline");
  const wordings: Readonly<Record<string, readonly string[]>> = parse(
    readFileSync(join(folder, "wordings.yaml"), "utf8"),
  );
  const withComments = (page: string) =>
    page.replaceAll(/^## (.+)$/gm, (heading, name: string) =>
      [heading, "", "<!-- also asked:", ...(wordings[name] ?? []), "-->"].join("\n"),
    );
  const names = readdirSync(join(folder, "docs"));
  return Object.fromEntries(
    names.map((name) => [name, withComments(readFileSync(join(folder, "docs", name), "utf8"))]),
  );
}

/** Every set of the repository, the fastest first. */
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
    name: "hopline-wordings",
    about: "the same help centre, with other wordings of what each section answers",
    sources: [{ files: "./*.md", linkBase: "https://help.hopline.example/" }],
    questions: fileOf("evaluation", "hopline", "questions.yaml"),
    pages: hoplineWithWordings(),
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
