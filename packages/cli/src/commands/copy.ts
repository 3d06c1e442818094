import { resolve } from "node:path";
import type { Command } from "commander";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import type { DatabaseSetting } from "../settings/database-setting.ts";
import { variables } from "../settings/setting-variables.ts";

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

/** Both ends of a copy. */
export interface CopyAddresses {
  readonly source: Extract<DatabaseSetting, { kind: "sqlite" }>;
  readonly target: Extract<DatabaseSetting, { kind: "postgres" }>;
}

const oneWay = "You can only copy from SQLite to PostgreSQL.";

/**
 * Reads the source and target of a copy. Errors do not repeat what was typed: it may contain a password.
 *
 * @param folder the base of relative paths
 * @returns what is wrong and what is allowed, if the arguments are invalid
 */
export function copyAddresses(
  from: string,
  to: string,
  folder: string,
): CopyAddresses | { readonly wrong: string } {
  const { success: isAddress } = variables.SERVICECHAT_DATABASE_URL.schema.safeParse(to);
  const file = /^sqlite:(?:\/\/)?([^\0]+)$/.exec(from)?.[1];
  if (file === undefined)
    return { wrong: `--from must be sqlite:<path>, such as sqlite:./data/servicechat.db. ${oneWay}` };
  if (!isAddress || !/^postgres(ql)?:/i.test(to))
    return { wrong: `--to must be postgres://user:password@host/database. ${oneWay}` };
  return { source: { kind: "sqlite", file: resolve(folder, file) }, target: { kind: "postgres", url: to } };
}
