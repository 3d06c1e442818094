import type { Command } from "commander";
import { historyView } from "@servicechat/server/history-view";
import type { Storage } from "@servicechat/storage";
import { subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { moment } from "../moment.ts";
import { listSessions } from "./list-sessions.ts";
import { saidText } from "./said-text.ts";
import { noSession, requireSession, sessionView } from "./session-view.ts";

const aboutSessionId = "the chat's id, as 'servicechat session list' shows it";

/** `servicechat session …`: what visitors asked, and what they were told. */
export function addSessionCommands(program: Command, parts: CommandParts): void {
  const session = program.command("session").description("read, export and erase chats");
  const { output } = parts;

  subcommand(session, "list", "the chats that were active last")
    .option("--agent <id>", "only chats with this agent")
    .option("--since <date>", "only chats that were active since, such as 2026-01-31", moment)
    .option("--until <date>", "only chats that began before, such as 2026-01-31T12:00:00Z", moment)
    .option(
      "--search <text>",
      'only chats in which all these words were said; "several words" in quotes as they stand',
    )
    .option("--unanswered", "only chats with a question that was left without an answer")
    .option("--after <id>", "only chats that come after this one in the list: its next page")
    .option("--limit <n>", "how many at most", wholeNumber(1, 100_000), 50)
    .action(listSessions(parts));

  subcommand(session, "show", "one chat as the visitor sees it")
    .argument("<id>", aboutSessionId)
    .action(async (id: string, { json }: JsonOption) => {
      const { found, messages } = await parts.inHouse(async ({ storage }) => ({
        found: await requireSession(storage, id),
        messages: historyView(await storage.conversations.readTurns({ sessionId: id })),
      }));
      if (json) return output.json({ ...sessionView(found), messages });
      for (const message of messages) {
        const { role, created_at, status, replaced } = message;
        const marks = [status === "complete" ? "" : ` (${status})`, replaced ? " (replaced)" : ""];
        output.line(`${role === "user" ? "Visitor" : "Agent"}, ${created_at}${marks.join("")}`);
        output.line(`${saidText(message).replace(/^/gm, "  ")}\n`);
      }
    });

  subcommand(session, "export", "everything that is stored of one chat, as JSON")
    .argument("<id>", aboutSessionId)
    .action(async (id: string) => {
      const exported = await parts.inHouse(async ({ storage }) => ({
        ...sessionView(await requireSession(storage, id)),
        turns: await storage.conversations.readTurns({ sessionId: id }),
        files: await filesOf(storage, id),
      }));
      output.json(exported);
    });

  subcommand(session, "erase", "erase a chat and all of its text for good")
    .argument("<id>", aboutSessionId)
    .action(async (id: string, { json }: JsonOption) => {
      const erased = await parts.inHouse(({ storage }) => storage.conversations.erase(id));
      if (!erased) throw noSession(id);
      if (json) return output.json({ id, erased });
      output.line(`Chat ${id} is erased.`);
    });
}

/** The files of a chat with their bytes, in base64. */
async function filesOf({ files }: Storage, sessionId: string): Promise<readonly object[]> {
  const exported: object[] = [];
  for (const { id } of await files.list(sessionId)) {
    const file = await files.read({ sessionId, id });
    if (file) exported.push({ ...file, bytes: Buffer.from(file.bytes).toString("base64") });
  }
  return exported;
}
