import { cleanText, type HistoryMessage, type MessagePart, type ToolRow } from "@servicechat/contract";
import { safeLink } from "../markdown/safe-link.ts";
import type { Block } from "../markdown/tree.ts";
import type { DeviceWords } from "../words/device-words.ts";
import { destination, escaped, guarded, plain } from "./plain-markdown.ts";
import { writeBlocks } from "./write-blocks.ts";

/** What a chat is written down with. */
export interface WritingParts {
  readonly agentName: string;
  readonly words: DeviceWords;
  readonly savedAt: Date;
  /** The service's address, which images are relative to. */
  readonly base: string;
  /** Reads Markdown; where what does so has not come, as one text. */
  readonly read: (text: string) => readonly Block[];
}

/** A whole chat as a Markdown text for people: who said what and when, with the sources, images as links. */
export function toMarkdown(messages: readonly HistoryMessage[], parts: WritingParts): string {
  const { agentName, words, savedAt } = parts;
  const time = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
  const name = cleanText(agentName);
  const said = messages.map((message) => {
    const who = message.role === "user" ? words.visitor : name;
    const body = message.role === "user" ? quoted(message.content) : answerOf(message, parts);
    const mark = message.replaced ? ` (${words.replaced})` : "";
    return `## ${who}, ${time.format(new Date(message.created_at))}${mark}\n\n${body}`;
  });
  return `${[`# ${words.chatWith(name)}`, words.savedOn(time.format(savedAt)), ...said].join("\n\n")}\n`;
}

/** What a visitor wrote is no Markdown. */
const quoted = (text: string): string => guarded(escaped(text)).replace(/^/gm, "> ");

function answerOf({ content, parts: pieces, status, error }: HistoryMessage, parts: WritingParts): string {
  const { words } = parts;
  const told: readonly MessagePart[] = pieces.length > 0 ? pieces : [{ type: "text", text: content }];
  const written = told.map((part) => writtenPart(part, parts));
  const ending =
    status === "stopped" ? words.stopped : status === "incomplete" || error ? words.incomplete : "";
  return [...written, ending && `*${ending}*`].filter(Boolean).join("\n\n");
}

function writtenPart(part: MessagePart, { words, base, read }: WritingParts): string {
  switch (part.type) {
    case "text":
      return writeBlocks(read(part.text));
    case "tool":
      return (part.rows ?? []).length > 0
        ? [`*${plain(part.title)}*`, (part.rows ?? []).map(sourceLine).join("\n")].join("\n\n")
        : "";
    case "image":
      return `[${plain(part.alt) || part.mediaType}](${destination(new URL(part.url, base).href)})`;
    case "question": {
      const { answers = {}, skipped = false } = part.answer ?? {};
      return part.questions
        .map(({ question }) => {
          const given = answers[question];
          const said = typeof given === "string" ? given : given?.join(", ");
          return `${plain(part.confirm?.title ?? question)}\n\n${said && !skipped ? quoted(said) : "> -"}`;
        })
        .join("\n\n");
    }
    // Nobody has said them.
    case "follow_ups":
    // What these say is in the message's own text.
    case "action":
    case "answer":
    case "file":
      return "";
  }

  /** A source with the number that the text cites it by. */
  function sourceLine({ title, url, number }: ToolRow): string {
    const link = url ? safeLink(url, title) : undefined;
    const name = plain(title);
    const entry = link ? `[${name || words.showDetails}](${destination(link.href)})` : name;
    return number === undefined ? `- ${entry}` : `- [${number}] ${entry}`;
  }
}
