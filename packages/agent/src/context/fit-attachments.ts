import type { Attachment, ModelMessage } from "../agent.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** Tokens that an image takes, about: providers make large ones smaller. */
const imageTokens = 1_500;
/** Less of a text than this is not worth sending, in tokens. */
const minText = 50;
/** Replaces something that no longer fits. */
export const leftOut = "(left out: the conversation has become too long)";
const cut = "\n(cut: too long)";

/** Tokens that an attachment takes of a model's context, about; its name is counted as twenty. */
export function estimateAttachment(attachment: Attachment): number {
  return attachment.kind === "image" ? imageTokens : 20 + estimateTokens(attachment.text);
}

/** Keeps what visitors sent along within this many tokens: the newest whole, then one cut, the rest only by name. */
export function fitAttachments(messages: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  let left = tokens;

  function fit(attachment: Attachment): Attachment {
    const fitting = fitOne(attachment, left);
    left = Math.max(0, left - estimateAttachment(fitting));
    return fitting;
  }

  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== "user" || !message.attachments) return message;
      return { ...message, attachments: message.attachments.toReversed().map(fit).toReversed() };
    })
    .toReversed();
}

function fitOne(attachment: Attachment, tokens: number): Attachment {
  if (estimateAttachment(attachment) <= tokens) return attachment;
  const { kind, name } = attachment;
  if (kind === "image" || tokens < minText) return { kind: "text", name, text: leftOut };
  const length = Math.max(0, (tokens - 20) * 4 - cut.length);
  return { kind, name, text: attachment.text.slice(0, length).toWellFormed() + cut };
}
