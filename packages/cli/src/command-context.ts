import { Command, InvalidArgumentError } from "commander";
import type { Workplace } from "./admin/workplace.ts";
import type { SeenVersions } from "./input/seen-versions.ts";
import type { Services } from "./open-services.ts";
import type { Output } from "./output/print.ts";
import type { Settings } from "./settings/settings.ts";

/** The dependencies of every command. */
export interface CommandContext {
  readonly output: Output;
  /** The base of relative paths. */
  readonly folder: string;
  /** Reads the settings only when a command needs them, so that `--help` works even if they are invalid. */
  settings(): Settings;
  /**
   * Opens the database for one piece of work and closes it afterwards. A missing one is created only for commands that
   * may be the first on a machine: any other command was most likely run in the wrong folder.
   *
   * @throws CommandError if there is none, with where it was looked for
   */
  withServices<Result>(
    work: (services: Services) => Promise<Result>,
    options?: { readonly mayCreate?: boolean },
  ): Promise<Result>;
  /**
   * The same for a command that speaks the admin API: on the database here, or at the remote service that options or
   * settings name.
   *
   * @throws CommandError as `withServices` does, or if the service cannot be reached or refuses
   */
  withAdmin<Result>(
    work: (place: Workplace) => Promise<Result>,
    options?: { readonly mayCreate?: boolean },
  ): Promise<Result>;
  /** Whether a remote service is meant. @throws CommandError if it is not specified correctly */
  isElsewhere(): boolean;
  /** Which version of an agent each agent file on this machine is based on. */
  readonly seenVersions: SeenVersions;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}

/** The option that every subcommand has. */
export interface JsonOption {
  /** Print one JSON value instead of sentences. */
  readonly json?: boolean;
}

/** Help text for an argument that names an agent. */
export const aboutAgentId = "the agent's id, as in its file";

/** A subcommand that can also print JSON for scripts. A span that ends before it begins is refused: exit code 2. */
export function subcommand(parent: Command, name: string, about: string): Command {
  return parent
    .command(name)
    .description(about)
    .option("--json", "print JSON for scripts")
    .hook("preAction", (command) => {
      const { since, until } = command.opts();
      if (typeof since === "number" && typeof until === "number" && since > until)
        command.error("error: --since must not be after --until", { exitCode: 2 });
    });
}

/** Reads a whole number from the command line. @throws InvalidArgumentError: exit code 2 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads an origin from the command line. @throws InvalidArgumentError: exit code 2 */
export function webOrigin(text: string): string {
  if (URL.parse(text)?.origin === text) return text;
  throw new InvalidArgumentError("It must be an origin as browsers send it, such as https://shop.example.");
}
