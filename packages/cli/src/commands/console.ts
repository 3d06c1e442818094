import { Option } from "commander";
import type { Command } from "commander";
import { commandLine, isRefused, roles, signInLinkUrl } from "@servicechat/operations";
import type { Role } from "@servicechat/operations";
import { subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../output/print.ts";
import { CommandError } from "../input/command-error.ts";
import { answered } from "./answered.ts";

interface LinkOptions extends JsonOption {
  readonly operator?: string;
  readonly role?: Role;
  readonly agent?: readonly string[];
}

/** `servicechat console …`: who gets into the console. */
export function addConsoleCommands(program: Command, parts: CommandParts): void {
  const { output } = parts;
  const group = program.command("console").description("sign people in to the console");

  const link = subcommand(group, "link", "print a link that signs somebody in once, within 15 minutes");
  link
    .option("--operator <name>", "who will sign in; without it, the first owner is created")
    .addOption(new Option("--role <role>", "what a new person may do").choices(roles))
    .option("--agent <id...>", "limit a new person to these agents")
    .action(async ({ json, operator, role, agent: agents }: LinkOptions) => {
      const { consoleUrl } = parts.settings();
      if (consoleUrl === undefined)
        throw new CommandError("There is no console: SERVICECHAT_CONSOLE is off.");
      const made = await parts.withServices(
        ({ operations }) => operations.operators.link(commandLine, { operator, role, agents }),
        { mayCreate: true },
      );
      if (isRefused(made) && made.kind === "role_missing")
        link.error(`error: nobody is called '${made.name}': --role says what a new person may do`, {
          exitCode: 2,
        });
      const { token, expiresAt, operator: name, role: theirs } = answered(made);
      const url = signInLinkUrl(consoleUrl, token);
      if (json) return output.json({ url, operator: name, role: theirs, expiresAt: timeText(expiresAt) });
      output.line(url);
      output.note(`It signs ${name} in as ${theirs}, once, until ${timeText(expiresAt)}.`);
    });
}
