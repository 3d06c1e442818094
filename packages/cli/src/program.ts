import { Command, Help } from "commander";
import type { Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import type { CommandParts } from "./command-parts.ts";
import { addAgentCommands } from "./commands/agent.ts";
import { addChatCommands } from "./commands/chat.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addConformanceCommand } from "./commands/conformance.ts";
import { addConsoleCommands } from "./commands/console.ts";
import { addCopyCommand } from "./commands/copy.ts";
import { addFeedbackCommands } from "./commands/feedback.ts";
import { addGapCommands } from "./commands/gap.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addKnowledgeCommands } from "./commands/knowledge.ts";
import { addLetterCommands } from "./commands/letter.ts";
import { addMaintenanceCommands } from "./commands/maintenance.ts";
import { addOperatorCommands } from "./commands/operator.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addPriceCommands } from "./commands/price.ts";
import { addSessionCommands } from "./commands/session.ts";
import { addTokenCommands } from "./commands/token.ts";
import { addUsageCommand } from "./commands/usage.ts";
import { addWebhookCommands } from "./commands/webhook.ts";

/**
 * The operator's command line. Every command works on the database directly, also while the service runs.
 *
 * @throws CommanderError from `parseAsync` after help was shown, or when it was called wrongly
 */
export function createProgram(parts: CommandParts): Command {
  // Subcommands inherit these, so they come first.
  const program = new Command("servicechat")
    .description("Put an AI agent on any web page.")
    .version(manifest.version, "-V, --version", "print the version")
    .option("--url <url>", "work on the service whose console is there (or SERVICECHAT_URL)")
    .option("--token <token>", "a token of its admin API (better: SERVICECHAT_TOKEN)")
    .hook("preAction", refuseElsewhere)
    .configureOutput({
      writeOut: (text) => parts.output.line(text.trimEnd()),
      writeErr: (text) => parts.output.note(text.trimEnd()),
    })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("(run with --help for usage)")
    .exitOverride();
  addServeCommand(program, parts);
  addAgentCommands(program, parts);
  addKeyCommands(program, parts);
  addSessionCommands(program, parts);
  addChatCommands(program, parts);
  addFeedbackCommands(program, parts);
  addGapCommands(program, parts);
  addUsageCommand(program, parts);
  addPriceCommands(program, parts);
  addKnowledgeCommands(program, parts);
  addConsoleCommands(program, parts);
  addOperatorCommands(program, parts);
  addTokenCommands(program, parts);
  addWebhookCommands(program, parts);
  addLetterCommands(program, parts);
  addAuditCommand(program, parts);
  addMaintenanceCommands(program, parts);
  addCopyCommand(program, parts);
  addConformanceCommand(program, parts);
  return program;
}

/** Commands that work on the machine of the service itself. */
const local = new Set(["serve", "migrate", "backup", "restore", "copy", "doctor", "console"]);

/** Settings may name a service elsewhere for all other commands; whoever names one here has meant something else. */
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

/** Of an option that a command cannot do without, help says so before a call without it does. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
