import type { Command } from "commander";
import { subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { copyAddresses } from "./copy-addresses.ts";

interface Given extends JsonOption {
  readonly from: string;
  readonly to: string;
}

const help = `
Stop the service first: what it writes once the copy has begun is not in it. The source is only read. The target is
brought up to date, must hold no data yet, and is filled in one transaction: a copy that is stopped leaves it empty.
Both sides are compared before the end. A password may be left out of the address and stand in PGPASSWORD.`;

/** `servicechat copy`: a whole installation moves from SQLite to PostgreSQL. */
export function addCopyCommand(program: Command, parts: CommandParts): void {
  const command = subcommand(program, "copy", "copy a whole installation from SQLite to PostgreSQL")
    .requiredOption("--from <address>", "the database of the old service: sqlite:<path>")
    .requiredOption("--to <address>", "an empty database: postgres://user:password@host/database")
    .addHelpText("after", help);

  command.action(async ({ from, to, json = false }: Given) => {
    const addresses = copyAddresses(from, to, parts.folder);
    if ("wrong" in addresses) return command.error(`error: ${addresses.wrong}`, { exitCode: 2 });
    // PostgreSQL's client takes long to load: no other command waits for it.
    const { runCopy } = await import("./run-copy.ts");
    return runCopy({ ...addresses, json, parts });
  });
}
