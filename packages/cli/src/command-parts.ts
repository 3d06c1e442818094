import { Command, InvalidArgumentError } from "commander";
import type { Workplace } from "./command-operations.ts";
import type { SeenVersions } from "./input/seen-versions.ts";
import type { Services } from "./open-services.ts";
import type { Output } from "./output/print.ts";
import type { Settings } from "./settings/settings.ts";

/** What every command is made from. */
export interface CommandParts {
  readonly output: Output;
  /** What relative paths start from. */
  readonly folder: string;
  /** Reads the settings when a command needs them, so that `--help` works with wrong ones. */
  settings(): Settings;
  /**
   * Opens the database for one piece of work and closes it afterwards. One that is not there is made only for commands
   * that may be the first on a machine: any other was most likely run in the wrong folder.
   *
   * @throws CommandError when there is none, with where it was looked for
   */
  withServices<Result>(
    work: (services: Services) => Promise<Result>,
    options?: { readonly mayCreate?: boolean },
  ): Promise<Result>;
  /**
   * The same for a command that needs operations alone: they are done on the database here, or by the service elsewhere
   * that options or settings name.
   *
   * @throws CommandError as `withServices` does, or when the service cannot be reached or refuses
   */
  withOperations<Result>(
    work: (place: Workplace) => Promise<Result>,
    options?: { readonly mayCreate?: boolean },
  ): Promise<Result>;
  /** Whether a service elsewhere is meant. @throws CommandError when the way there is named wrongly */
  isElsewhere(): boolean;
  /** Which version of an agent each agent file on this machine goes on from. */
  readonly seenVersions: SeenVersions;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}

/** The option that every subcommand has. */
export interface JsonOption {
  /** Print one JSON value in place of sentences. */
  readonly json?: boolean;
}

/** What help says of an argument that names an agent. */
export const aboutAgentId = "the agent's id, as in its file";

/** A subcommand that can answer scripts too. */
export function subcommand(parent: Command, name: string, about: string): Command {
  return parent.command(name).description(about).option("--json", "print JSON for scripts");
}

/** Reads a whole number given on the command line. @throws InvalidArgumentError: called wrongly */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads an origin given on the command line. @throws InvalidArgumentError: called wrongly */
export function webOrigin(text: string): string {
  if (URL.parse(text)?.origin === text) return text;
  throw new InvalidArgumentError("It must be an origin as browsers send it, such as https://shop.example.");
}
