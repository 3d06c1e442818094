import type { Command } from "commander";
import type { Operator } from "@servicechat/contract/admin";
import { operatorsSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { refuse } from "../admin/refusals.ts";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { agentsText } from "../output/print.ts";

/** `servicechat operator …`: people who use the console. */
export function addOperatorCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const operator = program.command("operator").description("list and remove people who use the console");

  subcommand(operator, "list", "list everybody who can sign in or has been invited").action(
    async ({ json }: JsonOption) => {
      const { items } = await context.withAdmin(({ api }) => listOperators(api));
      if (json) return output.json(items.map(operatorJson));
      output.table(
        ["name", "role", "agents", "state", "last seen"],
        items.map(({ name, role, agents, state, lastSeenAt }) => [
          name,
          role,
          agentsText(agents),
          state,
          lastSeenAt ?? "never",
        ]),
        "Nobody can sign in yet. Create the first owner with: servicechat console link",
      );
    },
  );

  subcommand(operator, "remove", "remove somebody, and sign them out everywhere; their tokens are revoked")
    .argument("<name>", "the person's name, in upper or lower case")
    .action(async (name: string, { json }: JsonOption) => {
      const removed = await context.withAdmin(async ({ api }) => {
        const found = await findOperator(api, name);
        await api.ask("DELETE", `operators/${segment(found.id)}`);
        return found;
      });
      if (json) return output.json(operatorJson(removed));
      output.line(`${removed.name} is removed.`);
    });
}

/** The person with a name, in upper or lower case. @throws CommandError if there is nobody */
export async function findOperator(api: AdminApi, name: string): Promise<Operator> {
  const { items } = await listOperators(api);
  const sought = comparable(name);
  const found = items.find((operator) => comparable(operator.name) === sought);
  return found ?? refuse({ kind: "operator_not_found", id: name });
}

function listOperators(api: AdminApi) {
  return api.list("operators", operatorsSchema, { limit: Infinity });
}

const comparable = (name: string) => name.normalize("NFC").toLowerCase();

function operatorJson({ id, name, displayName, role, agents, state, createdAt, lastSeenAt }: Operator) {
  return { id, name, displayName, role, agents, state, createdAt, lastSeenAt };
}
