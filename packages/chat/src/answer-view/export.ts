import { cleanText, type HistoryMessage, type ToolRow } from "@servicechat/contract";
import { safeLink, withNumbers, sourceName, type Block, type NumberedSource } from "@servicechat/markdown";
import { textOf, type Conversation, type ReplyEntry } from "../conversation/conversation.ts";
import { fromHistory, isOfPerson } from "../conversation/from-history.ts";
import { blocksOfPart, citationsOf } from "./citations.ts";
import { enAnswerView } from "../words/en-answer-view.ts";
import {
  destination,
  escaped,
  forViewers,
  guarded,
  plain,
  createBlockWriter,
  forReaders,
  type TextStyle,
} from "./write-markdown.ts";
import { withAddress, writePlainText } from "./write-plain-text.ts";
import { withWords } from "../words/service-words.ts";
import type { MenuAndTabsWords, Words } from "../words/words.ts";

const writeBlocks = createBlockWriter(forViewers);

/** What is needed to write down a chat. */
export interface ExportOptions {
  readonly agentName: string;
  readonly words: MenuAndTabsWords;
  readonly savedAt: Date;
  /** The service's address, to which images are relative. */
  readonly base: string;
}

/** A whole chat as Markdown for people: who said what and when, with the sources, and images as links. */
export function toMarkdown(messages: readonly HistoryMessage[], options: ExportOptions): string {
  const { agentName, words, savedAt } = options;
  const time = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
  const name = cleanText(agentName);
  const conversation = fromHistory(messages);
  const entries = conversation.values();
  const said = messages.map((message) => {
    const isPerson = isOfPerson(message);
    const entry = isPerson ? undefined : entries.next().value;
    const who = isPerson
      ? `${plain(message.by?.name ?? "")} (${words.person})`
      : message.role === "user"
        ? words.visitor
        : `${name} (${words.ai})`;
    const body = entry?.from === "agent" ? answerOf(entry, conversation, options) : quoted(message.content);
    const note = message.replaced ? ` (${words.replaced})` : "";
    return `## ${who}, ${time.format(new Date(message.created_at))}${note}\n\n${body}`;
  });
  return `${[`# ${words.chatWith(name)}`, words.savedOn(time.format(savedAt)), ...said].join("\n\n")}\n`;
}

/** A visitor's text is not Markdown. */
const quoted = (text: string): string => guarded(escaped(text)).replace(/^/gm, "> ");

function answerOf(reply: ReplyEntry, conversation: Conversation, options: ExportOptions): string {
  const { status, error } = reply;
  const { words } = options;
  const citations = citationsOf(reply, conversation);
  const written = reply.parts.map((part) =>
    part.type === "text"
      ? writeBlocks(withNumbers(blocksOfPart(part), citations))
      : writtenPart(part, options),
  );
  const sources = writeSources(
    citations.listed,
    plain(withWords(enAnswerView, words).sourceList),
    forViewers,
  );
  const ending =
    status === "stopped" ? words.stopped : status === "incomplete" || error ? words.incomplete : "";
  return [...written, sources, ending && `*${ending}*`].filter(Boolean).join("\n\n");
}

function writtenPart(
  part: Exclude<ReplyEntry["parts"][number], { readonly type: "text" }>,
  { words, base }: ExportOptions,
): string {
  switch (part.type) {
    case "tool": {
      // Citable rows are listed with the sources.
      const rows = (part.rows ?? []).filter(({ number }) => number === undefined);
      return rows.length > 0 ? `*${plain(part.title)}*\n\n${rows.map(rowLine).join("\n")}` : "";
    }
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
  }

  function rowLine({ title, url }: ToolRow): string {
    const link = url ? safeLink(url, title) : undefined;
    const name = plain(title);
    return `- ${link ? `[${name || words.showDetails}](${destination(link.href)})` : name}`;
  }
}

const write = createBlockWriter({ ...forReaders, linksCitations: true });

/**
 * One answer as Markdown for copying: as the agent wrote it, but with the numbers of sources as the chat draws them,
 * each a link to its source, and the list of them.
 */
export function answerMarkdown(reply: ReplyEntry, conversation: Conversation, words: Words): string {
  const citations = citationsOf(reply, conversation);
  if (!citations.isRewritten) return cleanText(textOf(reply));
  const sources = writeSources(citations.listed, withWords(enAnswerView, words).sourceList, forReaders);
  return [...numberedTexts(reply, conversation).map(write), sources].filter(Boolean).join("\n\n");
}

/** The same as plain text, without any markup: links and sources are followed by their addresses. */
export function answerPlainText(reply: ReplyEntry, conversation: Conversation, words: Words): string {
  const { listed } = citationsOf(reply, conversation);
  const lines = listed.map(({ number, source }) => {
    const link = source.url === undefined ? undefined : safeLink(source.url, source.title);
    const name = cleanText(sourceName(source).replace(/\s+/g, " ").trim());
    return `[${number}] ${withAddress(name, link?.href)}`;
  });
  const { sourceList } = withWords(enAnswerView, words);
  const sources = lines.length > 0 ? [sourceList, ...lines].join("\n") : "";
  return [...numberedTexts(reply, conversation).map(writePlainText), sources].filter(Boolean).join("\n\n");
}

function numberedTexts(reply: ReplyEntry, conversation: Conversation): readonly (readonly Block[])[] {
  const citations = citationsOf(reply, conversation);
  return reply.parts.flatMap((part) =>
    part.type === "text" ? [withNumbers(blocksOfPart(part), citations)] : [],
  );
}

/** The list of an answer's sources in Markdown, with the numbers that its text cites; empty if it cites none. */
function writeSources(
  listed: readonly NumberedSource[],
  heading: string,
  { escaped, destination }: TextStyle,
): string {
  if (listed.length === 0) return "";
  const lines = listed.map(({ number, source }) => {
    const link = source.url === undefined ? undefined : safeLink(source.url, source.title);
    const name = escaped(sourceName(source).replace(/\s+/g, " ").trim(), true);
    return `- [${number}] ${link ? `[${name || link.href}](${destination(link.href)})` : name}`;
  });
  return `*${heading}*\n\n${lines.join("\n")}`;
}
