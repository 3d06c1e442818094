import { Option } from "commander";
import type { Command } from "commander";
import type { AuditEntry } from "@servicechat/contract/admin";
import { auditSchema } from "@servicechat/contract/admin-schemas";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment, momentOf } from "../input/moment.ts";

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
        from: momentOf(since),
        to: momentOf(until),
        who,
        what,
        on,
      };
      const { items } = await context.withAdmin(({ api }) =>
        api.list("audit", auditSchema, { limit, query }),
      );
      if (json) return output.json(items.map(entryJson));
      output.table(
        ["at", "who", "what", "on"],
        items.map((entry) => [
          entry.at,
          entry.who.name ?? entry.who.kind.replaceAll("_", " "),
          entry.what,
          entry.on
            ? [entry.on.kind, entry.on.name, entry.on.id].filter((part) => part !== undefined).join(" ")
            : "-",
        ]),
        "No entries match.",
      );
    });
}

function entryJson({ id, at, who: { kind, ...who }, what, on, details, address }: AuditEntry) {
  const subject = on && { kind: on.kind, id: on.id, name: on.name ?? null };
  return {
    id,
    who: { kind, id: who.id ?? null, name: who.name ?? null },
    what,
    on: subject,
    details,
    address,
    at,
  };
}
