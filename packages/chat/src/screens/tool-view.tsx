import type { JSX } from "preact";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { markdown } from "../markdown/load-markdown.ts";
import { spoken } from "../words/service-words.ts";
import { useChat } from "./chat-context.ts";

/** The use of a tool, as a part of a reply. */
export type ToolPart = Extract<ReplyPart, { type: "tool" }>;

/** What the use of a tool is drawn from. */
export interface ToolProps {
  readonly reply: ReplyEntry;
  readonly tool: ToolPart;
  /** The reply is still on its way. */
  readonly live: boolean;
}

/** Draws the use of a tool; only what it does until the part has come that draws answers. */
export function ToolView(props: ToolProps): JSX.Element {
  const { words } = useChat();
  const Line = markdown.value?.ToolLine;
  return Line ? (
    <Line {...props} />
  ) : (
    <p class="later" dir="auto">
      {spoken(props.tool.title, words)}
    </p>
  );
}
