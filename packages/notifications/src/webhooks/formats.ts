import type { WebhookEvent } from "./event.ts";
import { inWords } from "./event-words.ts";

/** The most of a text that chat tools take in one piece, in UTF-16 units. */
const maxQuote = 2_500;

/** The formats of webhooks, by name. Each writes the body of a request. */
export const formats = {
  standard: (event) => event,
  slack,
  teams,
  mattermost,
} as const satisfies Record<string, (event: WebhookEvent) => object>;

/** The name of a shape. */
export type WebhookFormat = keyof typeof formats;

/**
 * Slack treats only `&`, `<` and `>` as markup: links, and mentions of everybody. People's text is plain, and contains
 * no markup.
 */
function slack(event: WebhookEvent): object {
  const { sentence, quotes, url } = inWords(event);
  const escaped = sentence.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  return {
    text: escaped,
    blocks: [
      { type: "section", text: plain(sentence) },
      ...quotes.map((text) => ({ type: "section", text: plain(short(text)) })),
      ...(url === undefined
        ? []
        : [{ type: "section", text: { type: "mrkdwn", text: `<${url}|Open the chat>` } }]),
    ],
  };
}

/** An adaptive card. Text runs are the one kind of text in it that is never read as Markdown. */
function teams(event: WebhookEvent): object {
  const { sentence, quotes, url } = inWords(event);
  const line = (text: string, style: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...style }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [line(sentence, { weight: "Bolder" }), ...quotes.map((text) => line(short(text)))],
    actions: url === undefined ? [] : [{ type: "Action.OpenUrl", title: "Open the chat", url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

/** Mattermost reads Markdown, and mentions of everybody, anywhere but in code. */
function mattermost(event: WebhookEvent): object {
  const { sentence, quotes, url } = inWords(event);
  const lines = [...quotes.map((text) => fenced(short(text))), ...(url === undefined ? [] : [`<${url}>`])];
  return { text: [escapeMarkdown(sentence), ...lines].join("\n") };
}

/** A block of code that what is in it cannot close. */
function fenced(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}

/** A joiner that is not seen keeps `@channel` from being a mention. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~]/g, "\\$&").replaceAll("@", "@\u2060");
}

function short(text: string): string {
  return text.length <= maxQuote ? text : `${text.slice(0, maxQuote).replace(/[\ud800-\udbff]$/, "")}…`;
}
