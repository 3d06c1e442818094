import type { Client } from "@servicechat/client";
import type { AnswerView } from "../lazy/lazy-modules.ts";
import type { ExportOptions } from "../answer-view/export.ts";

/** How a chat is written down: for people, or as the service returns it. */
export type DownloadKind = "text" | "data";

/** How long the browser may take to start a download, in milliseconds. */
const patience = 1_000;

/** What is downloaded, and what formats it for people once that has loaded. */
interface DownloadOptions extends ExportOptions {
  readonly client: Client;
  readonly token: string;
  readonly toMarkdown: AnswerView["toMarkdown"] | undefined;
}

/**
 * Gives the visitor the whole chat as a file, created here from its history. The frame's sandbox allows no downloads,
 * but windows outside of it do: one is opened briefly, at once, while the visitor's click still counts.
 *
 * @throws ClientError
 * @throws Error if the browser opens no window, or the part that formats answers has not loaded
 */
export async function downloadChat(
  kind: DownloadKind,
  { client, token, toMarkdown, ...options }: DownloadOptions,
): Promise<void> {
  if (kind === "text" && !toMarkdown) throw new Error("What reads Markdown has not come.");
  const outside = open("about:blank", "_blank", "popup,width=320,height=120") as typeof window | null;
  if (!outside) throw new Error("No window was opened.");
  try {
    const { messages } = await client.history(token);
    const { savedAt, agentName } = options;
    const day = savedAt.toISOString().slice(0, 10);
    const data = { agent: { name: agentName }, saved_at: savedAt.toISOString(), messages };
    if (kind === "text" && toMarkdown)
      save(outside, `chat-${day}.md`, "text/markdown", toMarkdown(messages, options));
    else save(outside, `chat-${day}.json`, "application/json", JSON.stringify(data, undefined, 2));
  } finally {
    setTimeout(() => outside.close(), patience);
  }
}

function save(outside: typeof window, name: string, mediaType: string, text: string): void {
  const link = outside.document.createElement("a");
  // Created there: a URL from the frame works only in the frame. It ends with its window.
  link.href = outside.URL.createObjectURL(new outside.Blob([text], { type: `${mediaType};charset=utf-8` }));
  link.download = name;
  link.click();
}
