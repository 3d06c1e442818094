import type { Command } from "commander";
import { subcommand, webOrigin } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { databaseName } from "../settings/database-setting.ts";
import { restoreBackup } from "./restore-backup.ts";
import type { DoctorOptions } from "./run-doctor.ts";
import { writeBackup } from "./write-backup.ts";

/** `servicechat migrate`, `backup`, `restore` and `doctor`: maintenance. */
export function addMaintenanceCommands(program: Command, context: CommandContext): void {
  const { output } = context;

  subcommand(program, "migrate", "bring the database up to date, as every start does").action(
    async ({ json }: JsonOption) => {
      const name = databaseName(context.settings().database);
      await context.withServices(({ storage }) => storage.ping(), { mayCreate: true });
      if (json) return output.json({ database: name, upToDate: true });
      output.line(`The database ${name} is up to date.`);
    },
  );

  subcommand(program, "backup", "write a consistent copy of the database, even while the service runs")
    .argument("<file>", "a file that does not exist yet")
    .action(writeBackup(context));

  subcommand(program, "restore", "put a backup into an empty data directory; the service must be stopped")
    .argument("<file>", "the file that 'servicechat backup' wrote")
    .option("--force", "move an existing database aside")
    .action(restoreBackup(context));

  subcommand(program, "doctor", "check everything the service needs, and say what to do")
    .option("--key <key>", "the key for one question through the public address (default: the demo's)")
    .option("--origin <origin>", "a site on that key's list (default: the public address)", webOrigin)
    .option("--offline", "contact neither the public address nor models")
    .action(async (options: DoctorOptions, command: Command) => {
      if (options.origin !== undefined && options.key === undefined) {
        command.error(
          "error: --origin needs --key: without it, doctor uses the demo's key, which only works on the public address",
        );
      }
      // Slow to load, so other commands should not wait for it.
      const { runDoctor } = await import("./run-doctor.ts");
      await runDoctor(context, options);
    });
}
