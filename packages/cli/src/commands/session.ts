import type { Command } from "commander";
import { historyView } from "@servicechat/server/history-view";
import type { SessionRecord, Storage } from "@servicechat/storage";
import { requireAgent, subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../print.ts";
import { Refusal } from "../refusal.ts";
import { saidText } from "./said-text.ts";

const aboutSessionId = "the chat's id, as 'servicechat session list' shows it";

/** `servicechat session …`: what visitors asked, and what they were told. */
export function addSessionCommands(program: Command, parts: CommandParts): void {
  const session = program.command("session").description("read, export and erase chats");
  const { output } = parts;

  subcommand(session, "list", "the chats that were active last")
    .option("--agent <id>", "only chats with this agent")
    .option("--limit <n>", "how many at most", wholeNumber(1, 100_000), 50)
    .action(async (options: JsonOption & { readonly agent?: string; readonly limit: number }) => {
      const { agent, limit, json } = options;
      const query = { limit, ...(agent !== undefined && { agentId: agent }) };
      const sessions = await parts.inHouse(async ({ storage }) => {
        if (agent !== undefined) await requireAgent(storage, agent);
        return storage.conversations.list(query);
      });
      const rows = sessions.map(sessionView);
      if (json) return output.json(rows);
      output.table(
        ["id", "agent", "turns", "started", "last active"],
        rows.map((row) => [row.id, row.agent, `${row.turns}`, row.createdAt, row.lastActiveAt]),
        "There are no chats yet.",
      );
    });

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

function sessionView({ id, agentId, turns, createdAt, lastActiveAt }: SessionRecord) {
  return { id, agent: agentId, turns, createdAt: timeText(createdAt), lastActiveAt: timeText(lastActiveAt) };
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

async function requireSession(storage: Storage, id: string): Promise<SessionRecord> {
  const session = await storage.conversations.find(id);
  if (!session) throw noSession(id);
  return session;
}

function noSession(id: string): Refusal {
  return new Refusal(`There is no chat '${id}'. See: servicechat session list`);
}
