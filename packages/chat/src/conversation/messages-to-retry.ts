import { maxTextLength, type PostedMessage } from "@servicechat/contract";
import type { OutgoingMessage } from "./after-posting.ts";
import type { Entry, VisitorEntry } from "./conversation.ts";

/**
 * What a turn sends when its reply failed and is requested again. Files and answers count once: the chat already has
 * the file, and an answer is repeated as plain text. So is an action once its reply has used a tool: its own request
 * may have been made, and must not be made twice.
 */
export function messagesToRetry(
  entries: readonly VisitorEntry[],
  failed: Entry | undefined,
): readonly OutgoingMessage[] {
  const hasActed = failed?.from === "agent" && failed.parts.some(({ type }) => type === "tool");
  const again = entries.flatMap(({ message, text }): OutgoingMessage[] => {
    if (message.type === "file") return [];
    if (message.type === "answer") return [plainly(inWords(message))];
    return [message.type === "action" && hasActed ? plainly(text) : { message, text }];
  });
  const names = entries.flatMap(({ file }) => file?.name ?? []);
  return again.length > 0 || names.length === 0 ? again : [plainly(names.join("\n"))];
}

function inWords({ block }: Extract<PostedMessage, { type: "answer" }>): string {
  const lines = Object.entries(block.answers).map(([question, answer]) =>
    [question, typeof answer === "string" ? answer : answer.join(", ")].join(" "),
  );
  // The service's own word for it.
  return block.skipped || lines.length === 0 ? "(skipped)" : lines.join("\n");
}

function plainly(text: string): OutgoingMessage {
  const value = text.slice(0, maxTextLength);
  return { message: { type: "text", block: { value } }, text: value };
}
