import type { Chat, Entry } from "@servicechat/contract/admin";
import type { Actor } from "@servicechat/operations";
import type { ChatTranscript } from "@servicechat/storage";
import { chatView, entryView } from "./chat-view.ts";

type Message = Extract<Entry, { type: "message" }>;

interface Transcript {
  readonly chat: Chat;
  readonly entries: readonly Entry[];
}

/** The content of a cell; nothing if it is empty. */
type Cell = string | number | null | undefined;

const columns =
  "chat,agent,key,at,role,by,text,status,outcome,rating,marks,version,model,tokens_in,tokens_out";

/** A table with a row for each message (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export async function* csvOf(chats: AsyncIterable<ChatTranscript>, actor: Actor): AsyncGenerator<string> {
  yield `\ufeff${columns}\r\n`;
  for await (const transcript of chats) {
    const { chat, entries } = viewOf(transcript, actor);
    yield entries
      .filter((entry) => entry.type === "message")
      .map((message) => `${rowOf(chat, message).map(cellOf).join(",")}\r\n`)
      .join("");
  }
}

function rowOf(chat: Chat, { at, role, by, text, status, facts }: Message): readonly Cell[] {
  const { id, agent, key, outcome, rating } = chat;
  const ofReply = [facts?.version, facts?.model, facts?.tokens.in, facts?.tokens.out];
  const speaker = by.name ?? by.kind;
  return [id, agent, key, at, role, speaker, text, status, outcome, rating, chat.marks.join(" "), ...ofReply];
}

/** One cell. A spreadsheet would run what begins like a formula: it gets an apostrophe in front. */
function cellOf(value: Cell): string {
  const text = String(value ?? "");
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A line of JSON for each chat. */
export async function* jsonLinesOf(
  chats: AsyncIterable<ChatTranscript>,
  actor: Actor,
): AsyncGenerator<string> {
  for await (const transcript of chats) yield `${JSON.stringify(viewOf(transcript, actor))}\n`;
}

function viewOf({ chat, entries }: ChatTranscript, actor: Actor): Transcript {
  return { chat: chatView(chat, actor), entries: entries.map(entryView) };
}

/** A chat for reading. Messages are in fences, so nothing in them becomes a link or an image. */
export function markdownOf({ chat, entries }: Transcript): string {
  const head = [`# Chat ${chat.id}`, "", `Agent: \`${chat.agent}\``, `Started: ${chat.startedAt}`, ""];
  const messages = entries.flatMap((entry) => {
    if (entry.type !== "message") return [];
    const who = { visitor: "Visitor", agent: "Agent", person: "Person" }[entry.by.kind];
    return [`## ${who}, ${entry.at}`, "", fenced(entry.text), ""];
  });
  return `${[...head, ...messages].join("\n")}`;
}

function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
