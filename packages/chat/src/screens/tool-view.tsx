import type { JSX } from "preact";
import { spoken } from "../words/service-words.ts";
import { useChat } from "../context/chat-context.ts";
import type { ToolProps } from "../context/lazy-modules.ts";

/** Draws the use of a tool; only its progress until the part that draws answers has loaded. */
export function ToolView(props: ToolProps): JSX.Element {
  const { lazy, words } = useChat();
  const Line = lazy.answerView.module.value?.ToolLine;
  return Line ? (
    <Line {...props} />
  ) : (
    <p class="later" dir="auto">
      {spoken(props.tool.title, words)}
    </p>
  );
}
