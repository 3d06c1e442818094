import type { Command } from "commander";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { shutdownSignal } from "../process/shutdown-signal.ts";
import { variables } from "../settings/setting-variables.ts";

/**
 * How long libraries may keep running once the service has stopped, in milliseconds: an SDK needs time to send its last
 * spans, but a reconnection timer of an MCP client must not keep the process alive.
 */
const lingerMs = 2_000;

/** `servicechat serve`. It is configured by environment variables only, which its help lists. */
export function addServeCommand(program: Command, context: CommandContext): void {
  subcommand(program, "serve", "run the service")
    .addHelpText("after", settingsHelp())
    .action(async ({ json = false }: JsonOption) => {
      const settings = context.settings();
      // From here on, a start that is stopped ends as cleanly as a running service.
      const stop = shutdownSignal();
      // The server and its dependencies are slow to load, so other commands should not wait for them.
      const { serve } = await import("../serve.ts");
      await serve(settings, { json, stop });
      // It has stopped cleanly, so nothing that happened on the way, such as a start message that a full disk refused,
      // makes this a failure.
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
