import type { Command } from "commander";
import { subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { shutdownSignal } from "../process/shutdown-signal.ts";
import { variables } from "../settings/setting-variables.ts";

/**
 * How long libraries may go on once the service has stopped, in milliseconds: time for an SDK to send its last spans, but
 * a timer to come back to a server of tools must not keep the process.
 */
const lingerMs = 2_000;

/** `servicechat serve`. Everything it can be told is in environment variables, and its help lists them all. */
export function addServeCommand(program: Command, parts: CommandParts): void {
  subcommand(program, "serve", "run the service")
    .addHelpText("after", settingsHelp())
    .action(async ({ json = false }: JsonOption) => {
      const settings = parts.settings();
      // From here on: a start that is told to stop ends as properly as a service that runs.
      const stop = shutdownSignal();
      // The server and all it needs take long to load: no other command waits for it.
      const { serve } = await import("../serve.ts");
      await serve(settings, { json, stop });
      // It has stopped properly: nothing that happened on the way, such as a start message without room, makes it a failure.
      process.exitCode = 0;
      setTimeout(() => process.exit(), lingerMs).unref();
    });
}

function settingsHelp(): string {
  const width = Math.max(...Object.keys(variables).map((name) => name.length));
  const lines = Object.entries(variables).map(([name, { about, fallback }]) => {
    const shown = fallback === "" ? "" : ` (default: ${fallback})`;
    return `  ${name.padEnd(width)}  ${about}${shown}`;
  });
  return `\nSettings are environment variables; a .env file in the working directory is read too:\n${lines.join("\n")}`;
}
