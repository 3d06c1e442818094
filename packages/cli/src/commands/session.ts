import type { Command } from "commander";
import { historyView } from "@servicechat/server/history-view";
import { commandLine } from "@servicechat/operations";
import type { StoredFile } from "@servicechat/storage";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment } from "../input/moment.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { listSessions } from "./list-sessions.ts";
import { messageText } from "./message-text.ts";
import { sessionView } from "./session-view.ts";

const aboutSessionId = "the chat's id, as 'servicechat session list' shows it";

/** `servicechat session …`: what visitors asked and what the agent answered. */
export function addSessionCommands(program: Command, context: CommandContext): void {
  const session = program.command("session").description("read, export and erase chats");
  const { output } = context;

  subcommand(session, "list", "list chats, the most recently active first")
    .option("--agent <id>", "only chats with this agent")
    .option("--since <date>", "only chats active since this time, such as 2026-01-31", moment)
    .option("--until <date>", "only chats started before this time, such as 2026-01-31T12:00:00Z", moment)
    .option(
      "--search <text>",
      'only chats in which all these words were said; "several words" in quotes match exactly',
    )
    .option("--unanswered", "only chats with a question that was left without an answer")
    .option("--address", "only chats whose visitor left an email address and is waiting for an answer")
    .option("--after <id>", "only chats after this one in the list (the next page)")
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(listSessions(context));

  subcommand(session, "show", "show a chat as the visitor sees it")
    .argument("<id>", aboutSessionId)
    .action(async (id: string, { json }: JsonOption) => {
      const found = await context.withOperations(({ operations }) =>
        operations.chats.find(commandLine, { id, limit: Infinity }),
      );
      const { chat, turns } = resultOrThrow(found);
      const messages = historyView(turns);
      if (json) return output.json({ ...sessionView(chat), messages });
      for (const message of messages) {
        const { role, created_at, status, replaced } = message;
        const marks = [status === "complete" ? "" : ` (${status})`, replaced ? " (replaced)" : ""];
        output.line(`${role === "user" ? "Visitor" : "Agent"}, ${created_at}${marks.join("")}`);
        output.line(`${messageText(message).replace(/^/gm, "  ")}\n`);
      }
    });

  subcommand(session, "export", "print everything stored about a chat, as JSON")
    .argument("<id>", aboutSessionId)
    .action(async (id: string) => {
      const exported = await context.withOperations(({ operations }) =>
        operations.chats.export(commandLine, { id }),
      );
      const { chat, turns, files } = resultOrThrow(exported);
      output.json({ ...sessionView(chat), turns, files: files.map(fileView) });
    });

  subcommand(session, "erase", "erase a chat and all of its text for good")
    .argument("<id>", aboutSessionId)
    .action(async (id: string, { json }: JsonOption) => {
      const erased = await context.withOperations(({ operations }) =>
        operations.chats.erase(commandLine, { id }),
      );
      const answer = resultOrThrow(erased);
      if (json) return output.json(answer);
      output.line(`Chat ${id} is erased.`);
    });
}

/** A file with its bytes, in base64. */
function fileView(file: StoredFile): object {
  return { ...file, bytes: Buffer.from(file.bytes).toString("base64") };
}
