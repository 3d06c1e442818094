import type { JSX } from "preact";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { outline } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/**
 * The button to the end of the conversation, as long as that is below the view; with text only if something is new
 * there.
 */
export function ToEnd({ go }: { go: () => void }): JSX.Element | null {
  const { below, ...context } = useChat();
  const words = withWords(enTools, context.words);
  if (!below.value) return null;
  const isNews = below.value === "news";
  return (
    <button
      type="button"
      class={isNews ? "to-end news" : "to-end"}
      aria-label={isNews ? undefined : words.toEnd}
      title={isNews ? undefined : words.toEnd}
      onClick={go}
    >
      {outline("down", "M12 5v14M5.5 12.5 12 19l6.5-6.5", 16)}
      {isNews && words.newMessages}
    </button>
  );
}
