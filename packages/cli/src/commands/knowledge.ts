import { resolve } from "node:path";
import type { Command } from "commander";
import { foundPassagesSchema, knowledgeSourcesSchema } from "@servicechat/contract/admin-schemas";
import type { EvaluationQuestion } from "@servicechat/knowledge";
import type { KnowledgeEvaluation } from "@servicechat/operations";
import { asSent, segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { faultyFile } from "../admin/refusals.ts";
import { aboutAgentId, subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import type { Output } from "../output/print.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { addAnswerCommands } from "./answers.ts";
import { addDocumentCommands } from "./documents.ts";
import { evaluationView, printEvaluation } from "./print-evaluation.ts";
import { printProgress, printSyncReport, readProgress, syncKnowledge } from "./sync-knowledge.ts";

/** `servicechat knowledge …`: what an agent can look up. */
export function addKnowledgeCommands(program: Command, context: CommandContext): void {
  const knowledge = program.command("knowledge").description("sync and search what agents know");
  const { output } = context;
  addAnswerCommands(knowledge, context);
  addDocumentCommands(knowledge, context);

  subcommand(knowledge, "sync", "read what has changed in an agent's sources, and forget what is gone")
    .argument("<agent>", aboutAgentId)
    .option("--pages", "list every page of web sources, and whether it was read")
    .option(
      "--status",
      "only show how far the reading that runs is, on whatever node, and what the last one did",
    )
    .option("--stop", "only stop the reading that runs, on whatever node; what it has read stays")
    .action(async (id: string, { json, pages = false, status = false, stop = false }: SyncCommandOptions) => {
      if (status || stop) {
        const progress = await context.withAdmin(({ api }) => readProgress(api, id, { stop }));
        return json ? output.json(progress) : printProgress(output, progress);
      }
      const report = await context.withAdmin(({ api }) => syncKnowledge(api, id, output));
      if (json) return output.json(report);
      printSyncReport(output, report, { everyPage: pages });
    });

  subcommand(knowledge, "list", "list the documents and pages an agent knows")
    .argument("<agent>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const { items } = await context.withAdmin(({ api }) =>
        api.list(`agents/${segment(id)}/knowledge`, knowledgeSourcesSchema, { limit: Infinity }),
      );
      const rows = items.map(({ location = "", title, url, source = "", readAt, state, reason }) => ({
        location,
        title,
        url,
        source,
        readAt: readAt ?? "",
        state,
        reason,
      }));
      if (json) return output.json(rows);
      output.table(
        ["location", "title", "link", "read"],
        rows.map((row) => [row.location, row.title, row.url ?? "", row.readAt]),
        `Agent '${id}' has no documents. Add sources to its file and apply it.`,
      );
      for (const { location, reason } of rows)
        if (reason !== null) output.note(`Not read the last time: ${location}: ${reason}`);
    });

  subcommand(knowledge, "search", "show the passages an agent finds for a question")
    .argument("<agent>", aboutAgentId)
    .argument("<query...>", "the question, with or without quotation marks")
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100), 5)
    .action(
      async (
        id: string,
        words: readonly string[],
        { json, limit }: JsonOption & { readonly limit: number },
      ) => {
        const query = { q: words.join(" "), limit };
        const { items } = await context.withAdmin(({ api }) =>
          api.ask("GET", `agents/${segment(id)}/knowledge/search`, { query, answer: foundPassagesSchema }),
        );
        const passages = items.map(({ title, headings = [title], text, url, score, ...found }) => ({
          title,
          headings,
          text,
          url,
          score,
          ...found,
        }));
        if (json) return output.json(passages);
        if (passages.length === 0) return output.line("Nothing matches.");
        for (const { headings, url, score, text } of passages) {
          output.line(`${headings.join(" > ")}  (${score.toFixed(2)})${url === null ? "" : `\n${url}`}`);
          output.line(`${text.replace(/^/gm, "  ")}\n`);
        }
      },
    );

  subcommand(
    knowledge,
    "eval",
    "measure how often an agent finds and gives the right answers to a list of questions",
  )
    .argument("<agent>", aboutAgentId)
    .argument("<file>", "YAML or JSON: a list of {question, pages, section, fact}")
    .option("--verbose", "list the questions whose page was not found, or whose answer was wrong")
    .action(async (id: string, path: string, { json, verbose = false }: EvaluationOptions) => {
      const file = resolve(context.folder, path);
      const text = readTextFile(file);
      const { readQuestions } = await import("@servicechat/operations/agent-file");
      const read = readQuestions(text);
      if ("faults" in read) throw faultyFile(`${file} is not a list of questions:`, read.faults);
      const evaluation = await context.withAdmin(({ api }) =>
        evaluateKnowledge(api, { agent: id, questions: read.questions }, output),
      );
      if (json) return output.json(evaluationView(evaluation));
      printEvaluation(output, evaluation, { verbose });
    });
}

interface SyncCommandOptions extends JsonOption {
  readonly pages?: boolean;
  readonly status?: boolean;
  readonly stop?: boolean;
}

interface EvaluationOptions extends JsonOption {
  readonly verbose?: boolean;
}

/**
 * Asks an agent's knowledge every question; on a terminal, one line shows the progress.
 *
 * @throws CommandError if there is no such agent, it has no knowledge, or vectors cannot be computed
 */
async function evaluateKnowledge(
  api: AdminApi,
  { agent, questions }: { readonly agent: string; readonly questions: readonly EvaluationQuestion[] },
  { progress }: Pick<Output, "progress">,
): Promise<KnowledgeEvaluation> {
  try {
    return await api.ask("POST", `agents/${segment(agent)}/knowledge/evaluate`, {
      body: { questions },
      answer: asSent<KnowledgeEvaluation>(),
      onStep: {
        searching: ({ done, total }) => progress.show(`Searching: ${done} of ${total} `),
        answering: ({ done, total }) => progress.show(`Answering: ${done} of ${total} `),
      },
    });
  } finally {
    progress.clear();
  }
}
