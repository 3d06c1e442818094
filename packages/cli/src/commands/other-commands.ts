import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { addAgentCommands } from "./agent.ts";
import { addChatCommands } from "./chat.ts";
import { addAuditCommand } from "./audit.ts";
import { addConformanceCommand } from "./conformance.ts";
import { addConsoleCommands } from "./console.ts";
import { addCopyCommand } from "./copy.ts";
import { addFeedbackCommands } from "./feedback.ts";
import { addGapCommands } from "./gap.ts";
import { addKeyCommands } from "./key.ts";
import { addKnowledgeCommands } from "./knowledge.ts";
import { addLetterCommands } from "./letter.ts";
import { addMaintenanceCommands } from "./maintenance.ts";
import { addOperatorCommands } from "./operator.ts";
import { addPriceCommands } from "./price.ts";
import { addSecretCommands } from "./secret.ts";
import { addSessionCommands } from "./session.ts";
import { addTokenCommands } from "./token.ts";
import { addUsageCommand } from "./usage.ts";
import { addWebhookCommands } from "./webhook.ts";

/** Adds every command but `serve`. They work on the database directly, even while the service runs. */
export function addOtherCommands(program: Command, context: CommandContext): void {
  addAgentCommands(program, context);
  addKeyCommands(program, context);
  addSessionCommands(program, context);
  addChatCommands(program, context);
  addFeedbackCommands(program, context);
  addGapCommands(program, context);
  addUsageCommand(program, context);
  addPriceCommands(program, context);
  addSecretCommands(program, context);
  addKnowledgeCommands(program, context);
  addConsoleCommands(program, context);
  addOperatorCommands(program, context);
  addTokenCommands(program, context);
  addWebhookCommands(program, context);
  addLetterCommands(program, context);
  addAuditCommand(program, context);
  addMaintenanceCommands(program, context);
  addCopyCommand(program, context);
  addConformanceCommand(program, context);
}
