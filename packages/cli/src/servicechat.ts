import { randomBytes } from "node:crypto";
import { CommanderError } from "commander";
import { StorageUnavailable } from "@servicechat/storage";
import { databaseName } from "./database-setting.ts";
import { openHouse } from "./open-house.ts";
import { createOutput } from "./print.ts";
import { createProgram } from "./program.ts";
import { Refusal } from "./refusal.ts";
import { readEnvironment, readSettings } from "./settings.ts";

const output = createOutput({ out: process.stdout, notes: process.stderr });

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const settings = () => readSettings(readEnvironment());
const program = createProgram({
  output,
  settings,
  async inHouse(work) {
    await using house = await openHouse(settings(), {
      warn: (_, message) => output.note(`Warning: ${message}.`),
    });
    return await work(house);
  },
  now: () => Date.now(),
  randomBytes,
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** 0 for help and version, 1 when refused, 2 when called wrongly. The sentence goes to standard error. */
function exitCodeOf(error: unknown): number {
  // The sentence of a wrong call was printed where it was found.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    output.note(error.message);
  } else if (error instanceof StorageUnavailable) {
    const reason = error.cause instanceof Error ? ` ${error.cause.message}.` : "";
    output.note(`The database ${databaseName(settings().database)} cannot be used.${reason}`);
  } else {
    output.note(error instanceof Error ? (error.stack ?? error.message) : "Something unknown went wrong.");
  }
  return 1;
}
