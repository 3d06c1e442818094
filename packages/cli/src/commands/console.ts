import { Option } from "commander";
import type { Command } from "commander";
import { commandLine, roles, signInLinkUrl } from "@servicechat/operations";
import type { Role } from "@servicechat/operations";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { timeText } from "../output/print.ts";
import { CommandError } from "../input/command-error.ts";
import { findAddresses } from "../service-address/find-addresses.ts";
import { chooseAddress, consoleUrlAt } from "../service-address/known-address.ts";
import { refuse } from "../admin/refusals.ts";

interface LinkOptions extends JsonOption {
  readonly operator?: string;
  readonly role?: Role;
  readonly agent?: readonly string[];
}

/** `servicechat console …`: access to the console. */
export function addConsoleCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const group = program.command("console").description("sign people in to the console");

  const link = subcommand(group, "link", "print a link that signs somebody in once, within 15 minutes");
  link
    .option("--operator <name>", "who will sign in; without it, the first owner is created")
    .addOption(new Option("--role <role>", "what a new person may do").choices(roles))
    .option("--agent <id...>", "limit a new person to these agents")
    .action(async ({ json, operator, role, agent: agents }: LinkOptions) => {
      const settings = context.settings();
      if (settings.consoleUrl === undefined)
        throw new CommandError("There is no console: SERVICECHAT_CONSOLE is off.");
      const { made, services } = await context.withServices(
        async ({ operations, storage }) => ({
          made: await operations.operators.link(commandLine, { operator, role, agents }),
          services: await findAddresses({ storage, settings, now: () => context.now() }),
        }),
        { mayCreate: true },
      );
      if ("kind" in made) {
        if (made.kind === "operator_not_found")
          link.error(`error: nobody is called '${made.id}': --role says what a new person may do`, {
            exitCode: 2,
          });
        if (made.kind === "operator_unnamed") throw unnamed(made.owners);
        if (made.kind === "role_differs")
          throw new CommandError(
            `${made.name} has the role '${made.role}'. Leave out --role, or change it in the console.`,
          );
        return refuse(made);
      }
      const { token, expiresAt, operator: name, role: theirs } = made;
      const consoleUrl = consoleUrlAt(settings, chooseAddress(settings, services));
      const url = signInLinkUrl(consoleUrl ?? settings.consoleUrl, token);
      if (json) return output.json({ url, operator: name, role: theirs, expiresAt: timeText(expiresAt) });
      output.line(url);
      output.note(`It signs ${name} in as ${theirs}, once, until ${timeText(expiresAt)}.`);
    });
}

/** Names the existing owners, each as the option that a person would type. */
function unnamed(owners: readonly string[]): CommandError {
  const options = owners.map((name) => `--operator ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`);
  const choice = options.join(" or ") || "--operator NAME";
  return new CommandError(`People can already sign in. Say who this link is for: ${choice}.`);
}
