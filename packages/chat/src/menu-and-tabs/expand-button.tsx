import type { JSX } from "preact";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { useChat } from "../context/chat-context.ts";
import { menuIcon } from "./menu-icon.tsx";
import { withWords } from "../words/service-words.ts";

/**
 * Expands the panel on the page, and shrinks it again. There is none if the panel fills the screen, or an element of
 * the page.
 */
export function ExpandButton(): JSX.Element | null {
  const { words, isExpanded, tellLauncher } = useChat();
  const pressed = isExpanded.value;
  if (pressed === undefined) return null;
  const label = withWords(enMenuAndTabs, words).wideView;
  return (
    <button
      type="button"
      class="round quiet"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={() => tellLauncher({ type: "expand", expanded: !pressed })}
    >
      {menuIcon(pressed ? "shrink" : "expand")}
    </button>
  );
}
