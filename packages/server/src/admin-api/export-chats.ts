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
  "chat,agent,key,at,role,by,text,status,outcome,rating,marks,version,model,tokens_in,tokens_out,author,tags";

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

function rowOf(chat: Chat, { at, role, author, by, text, status, facts }: Message): readonly Cell[] {
  const { id, agent, key, outcome, rating } = chat;
  const ofReply = [facts?.version, facts?.model, facts?.tokens.in, facts?.tokens.out];
  const speaker = by.name ?? by.kind;
  return [
    id,
    agent,
    key,
    at,
    role,
    speaker,
    text,
    status,
    outcome,
    rating,
    chat.marks.join(" "),
    ...ofReply,
    author,
    (chat.tags ?? []).join(", "),
  ];
}

/** Signs with which a formula begins, the full-width and small ones of East Asian keyboards too. */
const formulaSign = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/;

/** Signs at which some reader begins a new cell, whatever separates the cells of this table: its list separator, a line break. */
const cellBorder = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;

/** One cell. A spreadsheet would run what begins like a formula: it gets an apostrophe in front. */
function cellOf(value: Cell): string {
  const text = String(value ?? "");
  const guarded = `${formulaSign.test(text) || /^[\t\r]/.test(text) ? "'" : ""}${guardBorders(text)}`;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * The same inside of a text: a spreadsheet that splits at semicolons, as many countries' do, ends the cell there, and so
 * does one that splits at tabs. Blanks and quotes after the border do not keep it from running a formula.
 */
function guardBorders(text: string): string {
  return text.replace(/[\s\u0085,;|"]+/g, (between: string, at: number) => {
    if (!formulaSign.test(text.slice(at + between.length, at + between.length + 1))) return between;
    const border = between.split("").findLastIndex((sign) => cellBorder.test(sign));
    return border === -1 ? between : `${between.slice(0, border + 1)}'${between.slice(border + 1)}`;
  });
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
  const head = [
    `# Chat ${chat.id}`,
    "",
    `Agent: \`${chat.agent}\``,
    `Started: ${chat.startedAt}`,
    ...tagLine(chat),
    "",
  ];
  const messages = entries.flatMap((entry) => {
    if (entry.type !== "message") return [];
    const who = { visitor: "Visitor", ai: "Agent (AI)", person: "Person" }[entry.author];
    return [`## ${who}, ${entry.at}`, "", fenced(entry.text), ""];
  });
  return `${[...head, ...messages].join("\n")}`;
}

/** In a fence too: its author may have written Markdown. */
function tagLine({ tags = [] }: Chat): readonly string[] {
  return tags.length === 0 ? [] : ["", "Tags:", "", fenced(tags.join("\n"))];
}

function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
