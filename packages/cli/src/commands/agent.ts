import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Option } from "commander";
import type { Command } from "commander";
import {
  agentsListSchema,
  agentVersionsSchema,
  restoredAgentSchema,
} from "@servicechat/contract/admin-schemas";
import { agentFileJsonSchema, agentTestsJsonSchema } from "@servicechat/contract/agent-file";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { z } from "zod";
import { segment } from "../admin/admin-api.ts";
import { readAgent } from "../admin/read-agent.ts";
import type { ReadAgent } from "../admin/read-agent.ts";
import { aboutAgentId, subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { applyAgent, writeAgentFile } from "./apply-agent.ts";
import { testAgent } from "./test-agent.ts";

/** `servicechat agent …`: create, change and test agents. */
export function addAgentCommands(program: Command, context: CommandContext): void {
  const agent = program.command("agent").description("create, show and delete agents");

  subcommand(agent, "apply", "create or update an agent from a YAML or JSON file, then sync its knowledge")
    .argument("<file>", "the agent file")
    .option("--dry-run", "only show what would change")
    .option("--no-sync", "do not sync the knowledge")
    .option("--after-tests <file>", "apply only if no test in this file that passes now would fail")
    .option("--mine", "apply the file even if it is not based on the current version")
    .addOption(
      new Option("--theirs", "write the current version into the file, and apply nothing").conflicts([
        "mine",
        "dryRun",
      ]),
    )
    .action(applyAgent(context));

  subcommand(agent, "list", "list all agents").action(async ({ json }: JsonOption) => {
    const agents = await context.withAdmin(async ({ api }) => {
      const { items } = await api.list("agents", agentsListSchema, { limit: Infinity });
      const read: ReadAgent[] = [];
      for (const { id } of items) read.push(await readAgent(api, id));
      return read;
    });
    const rows = agents.map((each) => ({
      id: each.id,
      name: each.definition.name,
      model: [each.definition.model, ...each.definition.fallbackModels].map(modelText).join(", else "),
      ...timesOf(each),
    }));
    if (json) return context.output.json(rows);
    context.output.table(
      ["id", "name", "model", "updated"],
      rows.map(({ id, name, model, updatedAt }) => [id, name, model, updatedAt]),
      "There are no agents yet. Create one with: servicechat agent apply FILE",
    );
  });

  subcommand(agent, "show", "show an agent as it is stored, with every default filled in")
    .argument("<id>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const found = await context.withAdmin(({ api }) => readAgent(api, id));
      const { definition, baseDirectory = "the service's own folder" } = found;
      const times = timesOf(found);
      if (json) return context.output.json({ id, definition, baseDirectory, ...times });
      const { stringify } = await import("yaml");
      context.output.line(`# files are read from ${baseDirectory}; updated ${times.updatedAt}`);
      context.output.line(stringify(definition).trimEnd());
    });

  subcommand(agent, "delete", "delete an agent with its keys, chats and knowledge")
    .argument("<id>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const { progress } = context.output;
      const erasing = ({ done, total }: { readonly done: number; readonly total: number }) =>
        progress.show(`Deleting chats: ${done} of ${total} `);
      try {
        await context.withAdmin(({ api }) =>
          api.ask("DELETE", `agents/${segment(id)}`, { answer: z.unknown(), onStep: { erasing } }),
        );
      } finally {
        progress.clear();
      }
      if (json) return context.output.json({ id, deleted: true });
      context.output.line(`Deleted agent '${id}' with its keys, chats and knowledge.`);
    });

  addVersionCommands(agent, context);

  subcommand(agent, "test", "run a file of tests against its agent")
    .argument("<file>", "the tests, such as shop.tests.yaml")
    .option("--only <name...>", "run only tests whose names begin with this")
    .option("--repeat <n>", "run each test this many times; it must pass every time", wholeNumber(1, 100), 1)
    .option("--draft <file>", "test this agent file instead of what is applied")
    .option("--keep", "store the tests and their results, for the console and as a baseline")
    .option(
      "--baseline <run>",
      "compare with an earlier run (its number, or a file from --json); fail only if a test got worse",
    )
    .option("--record <folder>", "ask the model's provider, and record its answers")
    .addOption(
      new Option("--replay <folder>", "use recorded answers instead of asking the provider").conflicts(
        "record",
      ),
    )
    .option("--hostile", "add a set of hostile and off-topic questions")
    .option("--junit <file>", "also write a JUnit report")
    .option("--verbose", "also show what was said in tests that passed")
    .action(testAgent(context));

  subcommand(agent, "schema", "print the JSON Schema of an agent file")
    .option("--tests", "print the schema of a test file instead")
    .action(({ tests = false }: { readonly tests?: boolean }) => {
      context.output.json(tests ? agentTestsJsonSchema() : agentFileJsonSchema());
    });
}

/** When an agent was first applied, and last changed. */
function timesOf({ createdAt, firstAppliedAt = createdAt, updatedAt = createdAt }: ReadAgent) {
  return { createdAt: firstAppliedAt, updatedAt };
}

/** Describes a model briefly: `openai gpt-5-mini`. */
function modelText(model: ModelDefinition): string {
  if ("module" in model) return `${model.provider} ${model.module}`;
  return "name" in model ? `${model.provider} ${model.name}` : model.provider;
}

/** `servicechat agent versions`, `restore` and `pull`: the states that an agent had. */
function addVersionCommands(agent: Command, context: CommandContext): void {
  const { output } = context;

  subcommand(agent, "versions", "list the versions of an agent, newest first")
    .argument("<id>", aboutAgentId)
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(async (id: string, { json, limit }: JsonOption & { readonly limit: number }) => {
      const { items: rows } = await context.withAdmin(({ api }) =>
        api.list(`agents/${segment(id)}/versions`, agentVersionsSchema, { limit }),
      );
      if (json) return output.json(rows);
      output.table(
        ["version", "at", "by", "note", "chats", "unanswered", ""],
        rows.map(({ version, at, author, note, chats, outcomes, current }) => [
          String(version),
          at,
          author.name ?? author.kind.replaceAll("_", " "),
          note ?? "",
          String(chats),
          String(outcomes.unanswered),
          current ? "current" : "",
        ]),
        `Agent '${id}' has no versions.`,
      );
    });

  subcommand(agent, "restore", "restore an earlier version of an agent, as a new version")
    .argument("<id>", aboutAgentId)
    .argument(
      "<version>",
      "its number, as 'servicechat agent versions' shows it",
      wholeNumber(1, 999_999_999),
    )
    .option("--note <text>", "what the change is for")
    .action(async (id: string, version: number, { json, note }: JsonOption & { readonly note?: string }) => {
      const restored = await context.withAdmin(({ api }) =>
        api.ask("POST", `agents/${segment(id)}/restore`, {
          body: { version, note },
          answer: restoredAgentSchema,
        }),
      );
      const { result, changed, notes } = restored;
      const change = { id: restored.id, result, changed, notes };
      if (json) return output.json(change);
      if (change.result === "unchanged")
        return output.line(`Agent '${id}' is unchanged: it already matches version ${version}.`);
      const fields = change.changed.length > 0 ? `: ${change.changed.join(", ")}` : "";
      output.line(`Agent '${id}' is back to version ${version}${fields}.`);
      for (const each of change.notes) output.line(`Note: ${each}.`);
    });

  subcommand(agent, "pull", "write the current version of an agent to a file")
    .argument("<id>", aboutAgentId)
    .argument("[file]", "the file to write (default: <id>.yaml)")
    .option("--force", "replace an existing file with different content")
    .action(
      async (
        id: string,
        path: string | undefined,
        { json, force = false }: JsonOption & { readonly force?: boolean },
      ) => {
        const file = resolve(context.folder, path ?? (await fileNamedAfter(id)));
        const { name, current } = await context.withAdmin(async (place) => {
          const read = await readAgent(place.api, id);
          if ((await place.me()).role === "viewer")
            throw new CommandError(
              "A viewer cannot see the secrets of an agent file, and so cannot pull it.",
            );
          return { name: place.name, current: read };
        });
        const { version, createdAt, file: text } = current;
        if (!force && existsSync(file) && readTextFile(file) !== text)
          throw new CommandError(`${file} already exists with different content. Use --force to replace it.`);
        writeAgentFile(file, text);
        context.seenVersions.remember(
          { service: name, agent: id, file },
          { version, at: Date.parse(createdAt) },
        );
        if (json) return output.json({ id, version, file });
        output.line(`${file} has version ${version} of agent '${id}'.`);
      },
    );
}

/** A file name for an agent. @throws CommandError if the id is invalid: it could lead out of the folder */
async function fileNamedAfter(id: string): Promise<string> {
  // Slow to load, so other commands should not wait for it.
  const { agentIdSchema } = await import("@servicechat/contract/agent-file");
  const read = agentIdSchema.safeParse(id);
  if (read.success) return `${read.data}.yaml`;
  throw new CommandError(
    `'${id}' is not the id of an agent: ${read.error.issues.map(({ message }) => message).join(", ")}.`,
  );
}
