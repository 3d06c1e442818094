import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { ApprovedAnswer } from "@servicechat/contract/admin";
import { approvedAnswerSchema, approvedAnswersSchema } from "@servicechat/contract/admin-schemas";
import type { WrittenAnswer } from "@servicechat/operations/agent-file";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { faultyFile } from "../admin/refusals.ts";
import { aboutAgentId, subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { readAgent } from "../admin/read-agent.ts";

/** `servicechat knowledge answers …`: approved answers. */
export function addAnswerCommands(knowledge: Command, context: CommandContext): void {
  const answers = knowledge
    .command("answers")
    .description("list, export and import the approved answers of an agent");
  const { output } = context;
  const read = (id: string) => context.withAdmin(({ api }) => listAnswers(api, id));

  subcommand(answers, "list", "list the approved answers of an agent, last changed first")
    .argument("<agent>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const items = await read(id);
      if (json) return output.json(items.map(answerRow));
      output.table(
        ["answer", "question", "used", "owner", "review on", "changed"],
        items
          .map(answerRow)
          .map((row) => [
            row.id,
            row.questions[0] ?? "",
            String(row.hits),
            row.owner ?? "",
            row.reviewOn ?? "",
            row.changedAt,
          ]),
        `Agent '${id}' has no approved answers.`,
      );
    });

  subcommand(answers, "export", "write each approved answer of an agent into a Markdown file")
    .argument("<agent>", aboutAgentId)
    .argument("<folder>", "where the files go; created if it does not exist")
    .action(async (id: string, path: string, { json }: JsonOption) => {
      const items = await read(id);
      const { answerFile } = await import("@servicechat/operations/agent-file");
      const folder = resolve(context.folder, path);
      mkdirSync(folder, { recursive: true });
      for (const item of items) writeFileSync(join(folder, fileName(item)), answerFile(item));
      if (json) return output.json({ folder, answers: items.map((item) => item.id) });
      output.line(`${countOf(items.length)} written to ${folder}.`);
    });

  subcommand(answers, "import", "read approved answers of an agent from Markdown files with front matter")
    .argument("<agent>", aboutAgentId)
    .argument("<files...>", "files, or folders whose .md files are all read")
    .action(async (id: string, paths: readonly string[], { json }: JsonOption) => {
      const written = await readFiles(paths.map((path) => resolve(context.folder, path)));
      const done = await context.withAdmin(({ api }) => importAnswers(api, id, written));
      if (json) return output.json(done);
      output.line(`${done.created} created, ${done.changed} changed, ${done.unchanged} unchanged.`);
    });
}

async function listAnswers(api: AdminApi, agent: string): Promise<readonly ApprovedAnswer[]> {
  await readAgent(api, agent);
  const { items } = await api.list("answers", approvedAnswersSchema, { limit: Infinity, query: { agent } });
  return items;
}

/** @throws CommandError with the faults of all files: then none is imported */
async function readFiles(paths: readonly string[]): Promise<readonly WrittenAnswer[]> {
  const { readAnswerFile } = await import("@servicechat/operations/agent-file");
  const written: WrittenAnswer[] = [];
  for (const file of paths.flatMap(filesAt)) {
    const read = readAnswerFile(readTextFile(file));
    if ("faults" in read) throw faultyFile(`${file} is not an approved answer:`, read.faults);
    written.push(read.answer);
  }
  if (written.length === 0) throw new CommandError(`There are no .md files in ${paths.join(", ")}.`);
  return written;
}

function filesAt(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(".md"));
  return names.toSorted().map((name) => join(path, name));
}

async function importAnswers(api: AdminApi, agent: string, written: readonly WrittenAnswer[]) {
  const known = await listAnswers(api, agent);
  const done = { created: 0, changed: 0, unchanged: 0 };
  const named = new Set(written.map(({ id }) => id));
  // Matched by their first question. Each matches one file only, because two answers may have the same question.
  const open = new Set(known.filter(({ id }) => !named.has(id)));
  for (const { id, ...values } of written) {
    const alike = [...open].filter(({ questions }) => questions[0] === values.questions[0]);
    const before =
      known.find((answer) => answer.id === id) ??
      alike.find((answer) => isAsBefore(answer, values)) ??
      alike[0];
    if (before) open.delete(before);
    if (!before) {
      await api.ask("POST", "answers", { body: { agent, ...values }, answer: approvedAnswerSchema });
      done.created++;
    } else if (isAsBefore(before, values)) done.unchanged++;
    else {
      await api.ask("PATCH", `answers/${segment(before.id)}`, {
        body: values,
        headers: { "if-match": "*" },
        answer: approvedAnswerSchema,
      });
      done.changed++;
    }
  }
  return done;
}

function isAsBefore(before: ApprovedAnswer, values: Omit<WrittenAnswer, "id">): boolean {
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(before[name as keyof ApprovedAnswer]) === JSON.stringify(value),
  );
}

/** A remote service assigns the ids, so they must not lead out of the folder. */
const fileName = ({ id }: ApprovedAnswer) => `${id.replaceAll(/[^\w-]/g, "_")}.md`;

const countOf = (answers: number) => (answers === 1 ? "1 answer" : `${answers} answers`);

function answerRow({ revision: _own, ...answer }: ApprovedAnswer) {
  return answer;
}
