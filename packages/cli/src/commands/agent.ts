import { Option } from "commander";
import type { Command } from "commander";
import { agentFileJsonSchema, agentTestsJsonSchema } from "@servicechat/contract/agent-file";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { commandLine } from "@servicechat/operations";
import { aboutAgentId, subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../output/print.ts";
import { addVersionCommands } from "./agent-versions.ts";
import { answered } from "./answered.ts";
import { applyAgent } from "./apply-agent.ts";
import { testAgent } from "./test-agent.ts";

/** `servicechat agent …`: who answers. */
export function addAgentCommands(program: Command, parts: CommandParts): void {
  const agent = program.command("agent").description("create, show and delete agents");

  subcommand(agent, "apply", "create or update an agent from a YAML or JSON file, then sync its knowledge")
    .argument("<file>", "the agent file")
    .option("--dry-run", "only show what would change")
    .option("--no-sync", "leave the knowledge as it is")
    .option("--after-tests <file>", "apply only if no test in this file that passes now would fail")
    .option("--mine", "apply the file even if it is not based on the current version")
    .addOption(
      new Option("--theirs", "write the current version into the file, and apply nothing").conflicts([
        "mine",
        "dryRun",
      ]),
    )
    .action(applyAgent(parts));

  subcommand(agent, "list", "all agents").action(async ({ json }: JsonOption) => {
    const agents = await parts.withOperations(({ operations }) =>
      operations.agents.list(commandLine, { limit: Infinity }),
    );
    const rows = answered(agents).items.map(({ id, definition, createdAt, updatedAt }) => ({
      id,
      name: definition.name,
      model: [definition.model, ...definition.fallbackModels].map(modelText).join(", else "),
      createdAt: timeText(createdAt),
      updatedAt: timeText(updatedAt),
    }));
    if (json) return parts.output.json(rows);
    parts.output.table(
      ["id", "name", "model", "updated"],
      rows.map(({ id, name, model, updatedAt }) => [id, name, model, updatedAt]),
      "There are no agents yet. Create one with: servicechat agent apply FILE",
    );
  });

  subcommand(agent, "show", "one agent as it is stored, with every default filled in")
    .argument("<id>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      const found = await parts.withOperations(({ operations }) =>
        operations.agents.find(commandLine, { agent: id }),
      );
      const { definition, baseDirectory, createdAt, updatedAt } = answered(found);
      const times = { createdAt: timeText(createdAt), updatedAt: timeText(updatedAt) };
      if (json) return parts.output.json({ id, definition, baseDirectory, ...times });
      const { stringify } = await import("yaml");
      parts.output.line(`# files are read from ${baseDirectory}; updated ${times.updatedAt}`);
      parts.output.line(stringify(definition).trimEnd());
    });

  subcommand(agent, "delete", "delete an agent with its keys, chats and knowledge")
    .argument("<id>", aboutAgentId)
    .action(async (id: string, { json }: JsonOption) => {
      answered(
        await parts.withOperations(({ operations }) => operations.agents.delete(commandLine, { agent: id })),
      );
      if (json) return parts.output.json({ id, deleted: true });
      parts.output.line(`Deleted agent '${id}' with its keys, chats and knowledge.`);
    });

  addVersionCommands(agent, parts);

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
    .action(testAgent(parts));

  subcommand(agent, "schema", "the JSON Schema of an agent file")
    .option("--tests", "print the schema of a test file instead")
    .action(({ tests = false }: { readonly tests?: boolean }) => {
      parts.output.json(tests ? agentTestsJsonSchema() : agentFileJsonSchema());
    });
}

/** A model in a few words: `openai gpt-5-mini`. */
function modelText(model: ModelDefinition): string {
  if ("module" in model) return `${model.provider} ${model.module}`;
  return "name" in model ? `${model.provider} ${model.name}` : model.provider;
}
