import { randomBytes } from "node:crypto";
import { CommanderError } from "commander";
import { DatabaseFileRefused, DatabaseUnfit, StorageUnavailable, ResidueRemains } from "@servicechat/storage";
import { databaseName, isThere } from "./settings/database-setting.ts";
import { missingDatabase } from "./database/missing-database.ts";
import { openServices } from "./open-services.ts";
import { createOutput } from "./output/print.ts";
import type { Sink } from "./output/print.ts";
import { createProgram } from "./program.ts";
import type { CommandContext } from "./command-context.ts";
import { findRemoteService } from "./admin/remote-service.ts";
import type { RemoteOptions } from "./admin/remote-service.ts";
import type { Terminal } from "./output/progress-line.ts";
import { reasonOf } from "@servicechat/contract";
import { createSeenVersions } from "./input/seen-versions.ts";
import { CommandError } from "./input/command-error.ts";
import { completeEnvironment, readSettings } from "./settings/settings.ts";
import type { Environment, Settings } from "./settings/settings.ts";

/** Where the command line runs. */
interface Surroundings {
  /** Where results go, and where everything else goes. */
  readonly out: Sink;
  readonly notes: Terminal;
  /** The process's own variables. */
  readonly variables: Environment;
  /** The working directory, absolute. */
  readonly folder: string;
}

/**
 * Runs one command of the operator to its end. Nothing is thrown: any failure is printed as one sentence to `notes`.
 *
 * @param words what was typed after `servicechat`
 * @returns the exit code: 0 for a result, including help, 1 if refused, 2 if called incorrectly, 3 if the database's file
 *   must not be used
 */
export async function run(
  words: readonly string[],
  { out, notes, variables, folder }: Surroundings,
): Promise<number> {
  const output = createOutput({ out, notes });
  const settings = () => readSettings(completeEnvironment(variables, folder), folder);
  const now = () => Date.now();
  const remote = () => findRemoteService(program.opts<RemoteOptions>(), settings(), variables);
  const withServices: CommandContext["withServices"] = async (work, { mayCreate = false } = {}) => {
    const read = settings();
    const isNew = !isThere(read.database);
    if (isNew && !mayCreate) throw missingDatabase(read);
    const warn = (_: object, message: string) => output.note(`Warning: ${message}.`);
    await using services = await openServices(read, { log: { warn }, mayCreate });
    if (isNew) output.note(`There was no database, so ${databaseName(read.database)} was created.`);
    return await work(services);
  };
  const context: CommandContext = {
    output,
    folder,
    settings,
    withServices,
    async withAdmin(work, options) {
      const { localWorkplace, remoteWorkplace } = await import("./admin/workplace.ts");
      const service = remote();
      if (service) return work(remoteWorkplace(service, fetch));
      return withServices(async (services) => work(await localWorkplace(services, settings(), now)), options);
    },
    isElsewhere: () => remote() !== undefined,
    seenVersions: createSeenVersions(variables),
    now,
    randomBytes,
  };
  const program = createProgram(context);
  if (words[0] !== "serve") {
    const { addOtherCommands } = await import("./commands/other-commands.ts");
    addOtherCommands(program, context);
  }
  try {
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    // The sentence about an incorrect call has already been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    output.note(sentenceOf(error, settings));
    return error instanceof DatabaseFileRefused ? 3 : 1;
  }
}

function sentenceOf(error: unknown, settings: () => Settings): string {
  if (error instanceof CommandError || error instanceof ResidueRemains) return error.message;
  if (error instanceof StorageUnavailable || error instanceof DatabaseUnfit)
    return `The database ${databaseName(settings().database)} cannot be used: ${reasonOf(error)}.`;
  return error instanceof Error ? (error.stack ?? error.message) : "Unknown error.";
}
