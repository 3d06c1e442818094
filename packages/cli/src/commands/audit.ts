import { Option } from "commander";
import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment } from "../input/moment.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

interface AuditOptions extends JsonOption {
  readonly since?: number;
  readonly until?: number;
  readonly who?: string;
  readonly what?: string;
  readonly on?: string;
  readonly limit: number;
}

/** `servicechat audit`: who did what. */
export function addAuditCommand(program: Command, context: CommandContext): void {
  const { output } = context;
  subcommand(program, "audit", "show who did what, newest first: operators, tokens and the command line")
    .option("--since <date>", "at or after this date or time", moment)
    .option("--until <date>", "before this date or time", moment)
    .option("--who <id>", "only by the operator or token with this id")
    .option("--what <action>", "only this action, such as key.revoke")
    .option("--on <id>", "only what was done to the chat, key, agent or person with this id")
    .addOption(
      new Option("--limit <n>", "maximum number of results").argParser(wholeNumber(1, 1_000_000)).default(50),
    )
    .action(async ({ json, since, until, who, what, on, limit }: AuditOptions) => {
      const query = {
        limit,
        ...(since !== undefined && { from: since }),
        ...(until !== undefined && { to: until }),
        ...(who !== undefined && { who }),
        ...(what !== undefined && { what }),
        ...(on !== undefined && { on }),
      };
      const { items } = resultOrThrow(
        await context.withOperations(({ operations }) => operations.audit.list(commandLine, query)),
      );
      if (json) return output.json(items.map(({ at, ...line }) => ({ ...line, at: timeText(at) })));
      output.table(
        ["at", "who", "what", "on"],
        items.map((line) => [
          timeText(line.at),
          line.who.name ?? line.who.kind.replaceAll("_", " "),
          line.what,
          line.on ? `${line.on.kind} ${line.on.id}` : "-",
        ]),
        "No entries match.",
      );
    });
}
