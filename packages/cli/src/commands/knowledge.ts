import { resolve } from "node:path";
import type { Command } from "commander";
import { aboutAgentId, requireAgent, subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../print.ts";
import { evaluateKnowledge } from "./evaluate-knowledge.ts";
import { evaluationView, printEvaluation } from "./print-evaluation.ts";
import { printSyncReport, syncKnowledge } from "../sync-knowledge.ts";

/** `servicechat knowledge …`: what an agent can look up. */
export function addKnowledgeCommands(program: Command, parts: CommandParts): void {
  const knowledge = program.command("knowledge").description("sync and search what agents look up");
  const { output } = parts;

  subcommand(knowledge, "sync", "read what changed in an agent's sources, forget what is gone")
    .argument("<agent>", aboutAgentId)
    .option("--pages", "name every page of web sources, with what became of it")
    .action(async (id: string, { json, pages = false }: JsonOption & { readonly pages?: boolean }) => {
      const report = await parts.inHouse(async (house) =>
        syncKnowledge(house, await requireAgent(house.storage, id), output),
      );
      if (json) return output.json(report);
      printSyncReport(output, report, { everyPage: pages });
    });

  subcommand(knowledge, "list", "the documents and pages an agent knows")
    .argument("<agent>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const documents = await parts.inHouse(async ({ storage }) => {
        await requireAgent(storage, id);
        return storage.knowledge.documents(id);
      });
      const rows = documents.map(({ location, title, url, source, readAt }) => ({
        location,
        title,
        url,
        source,
        readAt: timeText(readAt),
      }));
      if (json) return output.json(rows);
      output.table(
        ["location", "title", "link", "read"],
        rows.map((row) => [row.location, row.title, row.url ?? "", row.readAt]),
        `Agent '${id}' knows no documents. Add sources to its file and apply it.`,
      );
    });

  subcommand(knowledge, "search", "the passages an agent finds for a question")
    .argument("<agent>", aboutAgentId)
    .argument("<query...>", "the question, with or without quotation marks")
    .option("--limit <n>", "how many at most", wholeNumber(1, 100), 5)
    .action(
      async (
        id: string,
        words: readonly string[],
        { json, limit }: JsonOption & { readonly limit: number },
      ) => {
        const passages = await parts.inHouse(async (house) => {
          await requireAgent(house.storage, id);
          return house.knowledge.search(id, words.join(" "), limit);
        });
        if (json) return output.json(passages);
        if (passages.length === 0) return output.line("Nothing matches.");
        for (const { headings, url, score, text } of passages) {
          output.line(`${headings.join(" > ")}  (${score.toFixed(2)})${url === null ? "" : `\n${url}`}`);
          output.line(`${text.replace(/^/gm, "  ")}\n`);
        }
      },
    );

  subcommand(knowledge, "eval", "how often an agent finds and gives the answers to a list of questions")
    .argument("<agent>", aboutAgentId)
    .argument("<file>", "YAML or JSON: a list of {question, pages, section, fact}")
    .option("--verbose", "name the questions whose page was not found, or whose answer is not right")
    .action(async (id: string, file: string, { json, verbose = false }: EvaluationOptions) => {
      const { readQuestions } = await import("../read-questions.ts");
      const questions = readQuestions(resolve(parts.folder, file));
      const evaluation = await parts.inHouse((house) =>
        evaluateKnowledge(house, { agentId: id, questions }, output),
      );
      if (json) return output.json(evaluationView(evaluation));
      printEvaluation(output, evaluation, { verbose });
    });
}

interface EvaluationOptions extends JsonOption {
  readonly verbose?: boolean;
}
