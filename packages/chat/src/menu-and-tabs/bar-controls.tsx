import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";
import { ChatMenu } from "./chat-menu.tsx";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { menuIcon } from "./menu-button.tsx";
import { ShortcutList, useShortcutKey } from "./shortcut-list.tsx";
import { withWords } from "../words/service-words.ts";

/** The lazily loaded controls of the title bar: the menu, the expand button, and the list of keys. */
export function BarControls(): JSX.Element {
  const { lazy, ...context } = useChat();
  const [isListing, setListing] = useState(false);
  const device = context.device.value;
  const listKeys = (): void => setListing(true);
  useShortcutKey(listKeys);
  const handoff = context.handoff.value;
  const Ask = lazy.handoff.module.value?.AskButton;
  return (
    <>
      {Ask && handoff && <Ask handoff={handoff} />}
      {device && <ChatMenu device={device} listKeys={listKeys} />}
      <ExpandButton />
      {isListing && <ShortcutList closed={() => setListing(false)} />}
    </>
  );
}

/**
 * Expands the panel on the page, and shrinks it again. There is none if the panel fills the screen, or an element of
 * the page.
 */
function ExpandButton(): JSX.Element | null {
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
