import { cleanText, type HistoryMessage, type MessagePart } from "@servicechat/contract";
import { safeLink } from "../markdown/safe-link.ts";
import type { DeviceWords } from "../words/device-words.ts";

/** What a chat is written down with. */
export interface WritingParts {
  readonly agentName: string;
  readonly words: DeviceWords;
  readonly savedAt: Date;
  /** The service's address, which images are relative to. */
  readonly base: string;
}

/** A whole chat as a Markdown text for people: who said what and when, with the sources, images as links. */
export function toMarkdown(messages: readonly HistoryMessage[], parts: WritingParts): string {
  const { agentName, words, savedAt } = parts;
  const time = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
  const name = cleanText(agentName);
  const said = messages.map((message) => {
    const who = message.role === "user" ? words.visitor : name;
    const body = message.role === "user" ? quoted(message.content) : answerOf(message, parts);
    return `## ${who}, ${time.format(new Date(message.created_at))}\n\n${body}`;
  });
  return `${[`# ${words.chatWith(name)}`, words.savedOn(time.format(savedAt)), ...said].join("\n\n")}\n`;
}

/** What a visitor wrote is no Markdown, and begins no heading of this text. */
const quoted = (text: string): string => cleanText(text).replace(/^/gm, "> ");

function answerOf({ content, parts: pieces, status, error }: HistoryMessage, parts: WritingParts): string {
  const { words } = parts;
  const written = pieces.length > 0 ? pieces.map((part) => writtenPart(part, parts)) : [cleanText(content)];
  const ending =
    status === "stopped" ? words.stopped : status === "incomplete" || error ? words.incomplete : "";
  return [...written, ending && `*${ending}*`].filter(Boolean).join("\n\n");
}

function writtenPart(part: MessagePart, { words, base }: WritingParts): string {
  switch (part.type) {
    case "text":
      return cleanText(part.text);
    case "tool":
      return (part.rows ?? []).length > 0
        ? [`*${plain(part.title)}*`, (part.rows ?? []).map(sourceLine).join("\n")].join("\n\n")
        : "";
    case "image":
      return `[${plain(part.alt) || part.mediaType}](${new URL(part.url, base).href})`;
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

  function sourceLine({ title, url }: { readonly title: string; readonly url?: string }): string {
    const link = url ? safeLink(url, title) : undefined;
    return link ? `- [${plain(title) || words.showDetails}](${link.href})` : `- ${plain(title)}`;
  }
}

/** One line of text that Markdown leaves as it is. */
const plain = (text: string): string =>
  cleanText(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]<>*_`#]/g, "\\$&");
