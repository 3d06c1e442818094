import type { Command } from "commander";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { copyAddresses } from "./copy-addresses.ts";

interface CopyOptions extends JsonOption {
  readonly from: string;
  readonly to: string;
}

const help = `
Stop the service first: anything it writes after the copy begins is not copied. The source is only read. The target is
brought up to date, must contain no data, and is filled in one transaction: a copy that is stopped leaves it empty.
Both sides are compared before the end. You can leave the password out of the address and set PGPASSWORD instead.`;

/** `servicechat copy`: moves a whole installation from SQLite to PostgreSQL. */
export function addCopyCommand(program: Command, context: CommandContext): void {
  const command = subcommand(program, "copy", "copy a whole installation from SQLite to PostgreSQL")
    .requiredOption("--from <address>", "the database of the old service: sqlite:<path>")
    .requiredOption("--to <address>", "an empty database: postgres://user:password@host/database")
    .addHelpText("after", help);

  command.action(async ({ from, to, json = false }: CopyOptions) => {
    const addresses = copyAddresses(from, to, context.folder);
    if ("wrong" in addresses) return command.error(`error: ${addresses.wrong}`, { exitCode: 2 });
    // PostgreSQL's client is slow to load, so other commands should not wait for it.
    const { runCopy } = await import("./run-copy.ts");
    return runCopy({ ...addresses, json, context });
  });
}
