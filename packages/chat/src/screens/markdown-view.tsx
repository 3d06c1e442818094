import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { markdown } from "../markdown/load-markdown.ts";

/** What Markdown is drawn from. */
export interface MarkdownProps {
  /** The answer that the text is of: what it has found can be cited. */
  readonly reply: ReplyEntry;
  /** What the agent wrote, or as much as has come. */
  readonly part: Extract<ReplyPart, { readonly type: "text" }>;
  /** The text is still growing. */
  readonly live: boolean;
}

/** Draws Markdown; as plain text until what reads it has come. */
export function MarkdownView(props: MarkdownProps): JSX.Element {
  const Text = markdown.value?.MarkdownText;
  return Text ? (
    <Text {...props} />
  ) : (
    <p class="unread" dir="auto">
      {cleanText(props.part.text)}
    </p>
  );
}
