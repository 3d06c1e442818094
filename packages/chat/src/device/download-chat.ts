import type { Client } from "@servicechat/client";
import type { Reading } from "../context/lazy-modules.ts";
import type { WritingParts } from "../context/writing-parts.ts";

/** How a chat is written down: for people, or as the service tells it. */
export type DownloadKind = "text" | "data";

/** How long the browser may take to begin with a download, in milliseconds. */
const patience = 1_000;

/** What is downloaded, and what writes it down for people once that has come. */
interface DownloadParts extends WritingParts {
  readonly client: Client;
  readonly token: string;
  readonly toMarkdown: Reading["toMarkdown"] | undefined;
}

/**
 * Gives the visitor the whole chat as a file, made here from its history. The frame's sandbox allows no downloads, but
 * windows that are outside of it: one is opened for the moment, at once, while the visitor's click still counts.
 *
 * @throws ClientError
 * @throws Error when the browser opens no window, or what reads answers has not come
 */
export async function downloadChat(
  kind: DownloadKind,
  { client, token, toMarkdown, ...parts }: DownloadParts,
): Promise<void> {
  if (kind === "text" && !toMarkdown) throw new Error("What reads Markdown has not come.");
  const outside = open("about:blank", "_blank", "popup,width=320,height=120") as typeof window | null;
  if (!outside) throw new Error("No window was opened.");
  try {
    const { messages } = await client.history(token);
    const { savedAt, agentName } = parts;
    const day = savedAt.toISOString().slice(0, 10);
    const data = { agent: { name: agentName }, saved_at: savedAt.toISOString(), messages };
    if (kind === "text" && toMarkdown)
      save(outside, `chat-${day}.md`, "text/markdown", toMarkdown(messages, parts));
    else save(outside, `chat-${day}.json`, "application/json", JSON.stringify(data, undefined, 2));
  } finally {
    setTimeout(() => outside.close(), patience);
  }
}

function save(outside: typeof window, name: string, mediaType: string, text: string): void {
  const link = outside.document.createElement("a");
  // Made there: an address made in the frame is for the frame alone. It ends with its window.
  link.href = outside.URL.createObjectURL(new outside.Blob([text], { type: `${mediaType};charset=utf-8` }));
  link.download = name;
  link.click();
}
