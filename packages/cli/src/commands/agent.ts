import { Option } from "commander";
import type { Command } from "commander";
import { agentFileJsonSchema, agentTestsJsonSchema } from "@servicechat/contract/agent-file";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { commandLine } from "@servicechat/operations";
import { aboutAgentId, subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { timeText } from "../output/print.ts";
import { addVersionCommands } from "./agent-versions.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { applyAgent } from "./apply-agent.ts";
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
    const agents = await context.withOperations(({ operations }) =>
      operations.agents.list(commandLine, { limit: Infinity }),
    );
    const rows = resultOrThrow(agents).items.map(({ id, definition, createdAt, updatedAt }) => ({
      id,
      name: definition.name,
      model: [definition.model, ...definition.fallbackModels].map(modelText).join(", else "),
      createdAt: timeText(createdAt),
      updatedAt: timeText(updatedAt),
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
      const found = await context.withOperations(({ operations }) =>
        operations.agents.find(commandLine, { agent: id }),
      );
      const { definition, baseDirectory, createdAt, updatedAt } = resultOrThrow(found);
      const times = { createdAt: timeText(createdAt), updatedAt: timeText(updatedAt) };
      if (json) return context.output.json({ id, definition, baseDirectory, ...times });
      const { stringify } = await import("yaml");
      context.output.line(`# files are read from ${baseDirectory}; updated ${times.updatedAt}`);
      context.output.line(stringify(definition).trimEnd());
    });

  subcommand(agent, "delete", "delete an agent with its keys, chats and knowledge")
    .argument("<id>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const { progress } = context.output;
      const onErased = ({ done, total }: { readonly done: number; readonly total: number }) =>
        progress.show(`Deleting chats: ${done} of ${total} `);
      try {
        resultOrThrow(
          await context.withOperations(({ operations }) =>
            operations.agents.delete(commandLine, { agent: id, onErased }),
          ),
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

/** Describes a model briefly: `openai gpt-5-mini`. */
function modelText(model: ModelDefinition): string {
  if ("module" in model) return `${model.provider} ${model.module}`;
  return "name" in model ? `${model.provider} ${model.name}` : model.provider;
}
