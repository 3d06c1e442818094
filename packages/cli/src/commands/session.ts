import type { Command } from "commander";
import type { HistoryMessage, MessagePart } from "@servicechat/contract";
import type { Chat } from "@servicechat/contract/admin";
import { chatsSchema, exportedChatSchema, transcriptSchema } from "@servicechat/contract/admin-schemas";
import type { messageEntrySchema } from "@servicechat/contract/admin-schemas";
import { writeCursor } from "@servicechat/operations";
import type { z } from "zod";
import { readPages, segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment, momentOf } from "../input/moment.ts";
import { readAgent } from "../admin/read-agent.ts";

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
      const { chat, messages } = await context.withAdmin(({ api }) => readChat(api, id));
      if (json) return output.json({ ...chatHead(chat), messages });
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
      const query = { as: "stored" };
      const exported = await context.withAdmin(({ api }) =>
        api.ask("GET", `chats/${segment(id)}/export`, { query, answer: exportedChatSchema }),
      );
      const { chat, turns, files, entries, cost } = exported;
      output.json({ ...chatHead(chat), turns, files, chat, entries, cost });
    });

  subcommand(session, "erase", "erase a chat and all of its text for good")
    .argument("<id>", aboutSessionId)
    .action(async (id: string, { json }: JsonOption) => {
      await context.withAdmin(({ api }) => api.ask("DELETE", `chats/${segment(id)}`));
      if (json) return output.json({ id, erased: true });
      output.line(`Chat ${id} is erased.`);
    });
}

/** The facts of a chat with which every command's JSON begins. */
function chatHead({ id, agent, startedAt, lastAt }: Chat) {
  return { id, agent, createdAt: startedAt, lastActiveAt: lastAt };
}

/** A chat with its messages as its visitor reads them: without events and without notes. */
async function readChat(api: AdminApi, id: string) {
  let chat: Chat | undefined;
  const { items: entries } = await readPages({ limit: Infinity }, async (query) => {
    const page = await api.ask("GET", `chats/${segment(id)}`, { query, answer: transcriptSchema });
    chat = page.chat;
    return { items: page.entries, next: page.next };
  });
  if (!chat) throw new Error("A chat was read without a request.");
  return { chat, messages: entries.filter((entry) => entry.type === "message").map(messageOf) };
}

/** A message of a transcript, with the names of its fields in a visitor's history. */
function messageOf(entry: z.output<typeof messageEntrySchema>) {
  const { id, role, text, at, author, by, status, parts, replaced, feedback } = entry;
  return {
    id,
    role,
    content: text,
    created_at: at,
    author,
    status,
    // They are the parts of the history: the admin API only leaves their kinds open.
    parts: parts as unknown as readonly MessagePart[],
    ...(by.kind === "person" && { by }),
    ...(feedback && { feedback }),
    ...(replaced && { replaced }),
  };
}

/** Where the list continues after a chat, which is ordered by its last activity and its id. */
async function cursorAfter(api: AdminApi, id: string): Promise<string> {
  const query = { limit: 1 };
  const { chat } = await api.ask("GET", `chats/${segment(id)}`, { query, answer: transcriptSchema });
  return writeCursor("chats", [Date.parse(chat.lastAt), chat.id]);
}

interface ListOptions extends JsonOption {
  readonly agent?: string;
  readonly since?: number;
  readonly until?: number;
  readonly search?: string;
  readonly unanswered?: boolean;
  readonly address?: boolean;
  readonly after?: string;
  readonly limit: number;
}

/** `servicechat session list` */
function listSessions(context: CommandContext) {
  const { output } = context;

  return async ({ json, limit, after, ...filter }: ListOptions): Promise<void> => {
    const { items, next } = await context.withAdmin(async ({ api }) => {
      const { agent, since, until, search, unanswered, address } = filter;
      if (agent !== undefined) await readAgent(api, agent);
      const from = after === undefined ? undefined : await cursorAfter(api, after);
      const query = {
        agent,
        from: momentOf(since),
        to: momentOf(until),
        q: search,
        unanswered: unanswered === true ? "true" : undefined,
        address: address === true ? "unanswered" : undefined,
      };
      return api.list("chats", chatsSchema, { limit, after: from, query });
    });
    const isFiltered = after !== undefined || Object.keys(filter).length > 0;
    const rows = items.map((chat) => ({
      ...chatHead(chat),
      messages: chat.messages,
      firstQuestion: chat.first,
      unanswered: chat.unanswered ?? 0,
    }));
    if (json) output.json(rows);
    else
      output.table(
        ["id", "agent", "messages", "unanswered", "last active", "first question"],
        rows.map((row) => [
          row.id,
          row.agent,
          `${row.messages}`,
          row.unanswered === 0 ? "-" : `${row.unanswered}`,
          row.lastActiveAt,
          row.firstQuestion,
        ]),
        isFiltered ? "No chats match." : "There are no chats yet.",
      );
    if (next !== null) output.note(`There are more: continue with --after ${items.at(-1)?.id}`);
  };
}

/** A message as text for people: its content, and the questions in it. */
function messageText({ content, parts }: Pick<HistoryMessage, "content" | "parts">): string {
  return [content, ...parts.flatMap(askedIn)].filter((text) => text !== "").join("\n");
}

function askedIn(part: MessagePart): readonly string[] {
  if (part.type !== "question") return [];
  const { confirm, questions } = part;
  if (confirm) return [confirm.title, confirm.request, confirm.body ?? ""];
  return questions.flatMap(({ question, options }) => [
    question,
    ...options.map(({ label, description }) => (description ? `- ${label}: ${description}` : `- ${label}`)),
  ]);
}
