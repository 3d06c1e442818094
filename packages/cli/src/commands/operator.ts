import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import type { OperatorView } from "@servicechat/operations";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { agentsText } from "../output/agents-text.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

/** `servicechat operator …`: people who use the console. */
export function addOperatorCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const operator = program.command("operator").description("list and remove people who use the console");

  subcommand(operator, "list", "list everybody who can sign in or has been invited").action(
    async ({ json }: JsonOption) => {
      const { items } = await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.operators.list(commandLine, { limit: 1_000_000 })),
      );
      if (json) return output.json(items.map(operatorJson));
      output.table(
        ["name", "role", "agents", "state", "last seen"],
        items.map(({ name, role, agents, state, lastSeenAt }) => [
          name,
          role,
          agentsText(agents),
          state,
          lastSeenAt === null ? "never" : timeText(lastSeenAt),
        ]),
        "Nobody can sign in yet. Create the first owner with: servicechat console link",
      );
    },
  );

  subcommand(operator, "remove", "remove somebody, and sign them out everywhere; their tokens are revoked")
    .argument("<name>", "the person's name, in upper or lower case")
    .action(async (name: string, { json }: JsonOption) => {
      const removed = await context.withOperations(async ({ operations: { operators } }) => {
        const found = resultOrThrow(await operators.findByName(commandLine, { name }));
        resultOrThrow(await operators.remove(commandLine, { id: found.id }));
        return found;
      });
      if (json) return output.json(operatorJson(removed));
      output.line(`${removed.name} is removed.`);
    });
}

function operatorJson({ id, name, displayName, role, agents, state, createdAt, lastSeenAt }: OperatorView) {
  return {
    id,
    name,
    displayName,
    role,
    agents,
    state,
    createdAt: timeText(createdAt),
    lastSeenAt: lastSeenAt === null ? null : timeText(lastSeenAt),
  };
}
