import { InvalidArgumentError, type Command } from "commander";
import { AdminProblem } from "../admin/admin-problem.ts";
import { aboutAgentId, subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import type { Output } from "../output/print.ts";
import { findDocuments } from "./local-documents.ts";
import { addressOf, listDocuments, patiently, pushDocuments, type PushReport } from "./push-documents.ts";

interface PushOptions extends JsonOption {
  readonly prefix: string;
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly urlBase?: URL;
}

/** `servicechat knowledge push`, `documents` and `remove`: documents that are uploaded for an agent. */
export function addDocumentCommands(knowledge: Command, context: CommandContext): void {
  const { output, folder } = context;

  subcommand(knowledge, "push", "upload documents for an agent: those that are new or have changed")
    .argument("<agent>", aboutAgentId)
    .argument("<paths...>", "files, or folders whose documents are all pushed")
    .option("--prefix <path>", "put this in front of every document's path", documentFolder, "")
    .option("--prune", "remove documents that are not among the files; with --prefix only those below it")
    .option("--dry-run", "only print what would be done")
    .option("--url-base <url>", "where visitors can read the files: their paths are added to it", webAddress)
    .action(async (agent: string, paths: readonly string[], options: PushOptions) => {
      const { json, prefix, prune = false, dryRun: isDry = false, urlBase } = options;
      const files = await findDocuments({ folder, paths, prefix, urlBase });
      const push = { agent, files, pruneBelow: prune ? prefix : undefined, isDry };
      const report = await context.withAdmin(({ api }) =>
        pushDocuments(api, { ...push, progress: output.progress }),
      );
      if (json) output.json(report);
      else printReport(output, report, isDry);
      const { length: failures } = report.failed;
      if (failures === 0) return;
      for (const { path, reason } of report.failed) output.note(`${path}: ${reason}`);
      throw new CommandError(
        `${failures === 1 ? "1 document" : `${failures} documents`} could not be pushed.`,
      );
    });

  subcommand(knowledge, "documents", "list the documents that were uploaded for an agent")
    .argument("<agent>", aboutAgentId)
    .action(async (agent: string, { json }: JsonOption) => {
      const documents = await context.withAdmin(({ api }) => listDocuments(api, agent));
      if (json) return output.json(documents);
      output.table(
        ["path", "title", "type", "bytes", "state", "passages", "remark"],
        documents.map(({ path, title, type, bytes, state, passages, reason, missing, enabled }) => [
          path,
          title,
          type,
          String(bytes),
          enabled ? state : "left out",
          String(passages),
          reason ?? missing.join(" "),
        ]),
        `Agent '${agent}' has no uploaded documents. See: servicechat knowledge push`,
      );
    });

  subcommand(knowledge, "remove", "remove documents that were uploaded for an agent")
    .argument("<agent>", aboutAgentId)
    .argument("<paths...>", "their paths, as 'knowledge documents' lists them")
    .action(async (agent: string, paths: readonly string[], { json }: JsonOption) => {
      const removed: string[] = [];
      const missing: CommandError[] = [];
      await context.withAdmin(async ({ api }) => {
        for (const path of paths) {
          try {
            await patiently(() => api.ask("DELETE", addressOf(agent, path)));
            removed.push(path);
          } catch (error) {
            if (!(error instanceof AdminProblem) || error.problem.code !== "document_not_found") throw error;
            missing.push(error);
          }
        }
      });
      if (json) output.json({ removed });
      else output.line(`${removed.length === 1 ? "1 document" : `${removed.length} documents`} removed.`);
      const [first] = missing;
      if (first) throw first;
    });
}

function printReport(output: Output, report: PushReport, isDry: boolean): void {
  const { added, changed, same, removed } = report;
  for (const [word, paths] of [
    ["added  ", added],
    ["changed", changed],
    ["removed", removed],
  ] as const)
    for (const path of paths) output.line(`${word}  ${path}`);
  const counts = `${added.length} added, ${changed.length} changed, ${same.length} same, ${removed.length} removed`;
  output.line(isDry ? `${counts}: nothing was sent.` : `${counts}.`);
}

/** @throws InvalidArgumentError: exit code 2 */
function documentFolder(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  const names = path.split("/");
  if (path === "" || names.some((name) => name === "" || name === "." || name === ".."))
    throw new InvalidArgumentError("It must be a path such as guides/admin.");
  return path;
}

/** @throws InvalidArgumentError: exit code 2 */
function webAddress(text: string): URL {
  const address = URL.parse(text);
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new InvalidArgumentError("It must be an address such as https://docs.example/guides/.");
}
