import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { Refusal } from "../refusal.ts";
import { runDoctor } from "./run-doctor.ts";

/** `servicechat migrate`, `backup` and `doctor`: keeping the house in order. */
export function addMaintenanceCommands(program: Command, parts: CommandParts): void {
  const { output } = parts;

  subcommand(program, "migrate", "bring the database up to date, as every start does").action(
    async ({ json }: JsonOption) => {
      const { databaseFile } = parts.settings();
      await parts.inHouse(({ storage }) => storage.ping());
      if (json) return output.json({ database: databaseFile, upToDate: true });
      output.line(`The database ${databaseFile} is up to date.`);
    },
  );

  subcommand(program, "backup", "write a consistent copy of the database, also while the service runs")
    .argument("<file>", "a file that does not exist yet")
    .action(async (path: string, { json }: JsonOption) => {
      const file = resolve(path);
      if (existsSync(file)) throw new Refusal(`The file ${file} exists already; a backup replaces nothing.`);
      await parts.inHouse(({ storage }) => storage.backup(file));
      if (json) return output.json({ file });
      output.line(`The database is copied to ${file}. The instance secret is not in it.`);
    });

  subcommand(program, "doctor", "check settings, data directory, database, agents and keys").action(
    runDoctor(parts),
  );
}
