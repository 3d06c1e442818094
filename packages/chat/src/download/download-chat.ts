import type { Client } from "@servicechat/client";
import { toMarkdown, type WritingParts } from "./to-markdown.ts";

/** How a chat is written down: for people, or as the service tells it. */
export type DownloadKind = "text" | "data";

/** How long the browser may take to begin with a download, in milliseconds. */
const patience = 60_000;

/** Gives the visitor the whole chat as a file, made here from its history. @throws ClientError */
export async function downloadChat(
  kind: DownloadKind,
  { client, token, ...parts }: WritingParts & { readonly client: Client; readonly token: string },
): Promise<void> {
  const { messages } = await client.history(token);
  const { savedAt, agentName } = parts;
  const day = savedAt.toISOString().slice(0, 10);
  if (kind === "text") save(`chat-${day}.md`, "text/markdown", toMarkdown(messages, parts));
  else {
    const data = { agent: { name: agentName }, saved_at: savedAt.toISOString(), messages };
    save(`chat-${day}.json`, "application/json", JSON.stringify(data, undefined, 2));
  }
}

function save(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), patience);
}
