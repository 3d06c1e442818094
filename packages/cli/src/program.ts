import { Command, Help } from "commander";
import type { Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import type { CommandContext } from "./command-context.ts";
import { addServeCommand } from "./commands/serve.ts";
import { letYoungGenerationGrow } from "./process/heap-growth.ts";

/**
 * The operator's command line with `serve` alone: the service needs none of the others (`addOtherCommands`), and would keep
 * them in memory as long as it runs.
 *
 * @throws CommanderError from `parseAsync` after help was printed, or if it was called incorrectly
 */
export function createProgram(context: CommandContext): Command {
  // Subcommands inherit these, so they come first.
  const program = new Command("servicechat")
    .description("Put an AI agent on any web page.")
    .version(manifest.version, "-V, --version", "print the version")
    .option(
      "--url <url>",
      "the console of a service elsewhere, to work on that service (or set SERVICECHAT_URL)",
    )
    .option("--token <token>", "an admin API token of that service (safer: set SERVICECHAT_TOKEN)")
    .hook("preAction", refuseElsewhere)
    .hook("preAction", (_, command) => {
      // The service starts first.
      if (command.name() !== "serve") letYoungGenerationGrow();
    })
    .configureOutput({
      writeOut: (text) => context.output.line(text.trimEnd()),
      writeErr: (text) => context.output.note(text.trimEnd()),
    })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("(run with --help for usage)")
    .exitOverride();
  addServeCommand(program, context);
  return program;
}

/** Commands that work only on the machine of the service. */
const local = new Set(["serve", "migrate", "backup", "restore", "copy", "doctor", "console"]);

/** Settings may name a remote service for all other commands; naming one explicitly here is a mistake. */
function refuseElsewhere(program: Command, command: Command): void {
  const names = namesOf(command);
  if (program.getOptionValue("url") !== undefined && local.has(names[0] ?? ""))
    command.error(`error: 'servicechat ${names.join(" ")}' works only on the machine itself, without --url`, {
      exitCode: 2,
    });
}

function namesOf(command: Command): readonly string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}

/** Help marks required options, so nobody has to learn of them from an error. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
