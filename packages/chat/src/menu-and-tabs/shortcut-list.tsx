import type { JSX } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { useChat } from "../context/chat-context.ts";
import { useDialog } from "../context/dialogs.ts";
import { icon } from "../screens/icon.tsx";
import { isComposing } from "../screens/is-composing.ts";
import { withWords } from "../words/service-words.ts";

/** The stored value of a visitor who has turned the key off. */
const off = "off";

const fields = "input, textarea, select, [contenteditable]";

/** Calls the function when `?` is pressed while no field has the focus, unless the visitor has turned that off. */
export function useShortcutKey(open: () => void): void {
  const { device, dialogs } = useChat();
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey } = event;
      const isTyped = document.activeElement?.matches(fields) || isComposing(event) || dialogs.isAnyOpen();
      if (key !== "?" || ctrlKey || metaKey || isTyped) return;
      if (device.peek()?.shortcutKey.read() === off) return;
      event.preventDefault(); // otherwise it would be typed into the composer
      open();
    }
    // Before those that begin a message with what is typed.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/** The keys of the chat, and the switch for the only one that is a single character (WCAG 2.1.4). */
export function ShortcutList({ closed }: { closed: () => void }): JSX.Element {
  const { chat, device, words: known } = useChat();
  const words = withWords(enMenuAndTabs, known);
  const { dialog, close } = useDialog(closed);
  const stored = device.value?.shortcutKey;
  const [isOn, setOn] = useState(stored?.read() !== off);
  const id = useId();
  const command = /Mac|iP/.test(navigator.platform) ? "⌘" : words.keyControl;
  const rows: readonly (readonly [does: string, ...keys: string[]])[] = [
    [words.sendsMessage, words.keyEnter],
    [words.startsLine, words.keyShift, words.keyEnter],
    [words.editsLast, "↑"],
    ...(chat.agent.value?.uploads ? [[words.pastesFiles, command, "V"] as const] : []),
    [words.findsInChat, command, "F"],
    [words.movesInMenu, "↑", "↓"],
    [words.goesBack, words.keyEscape],
    ...(isOn ? [[words.listsKeys, "?"] as const] : []),
  ];

  return (
    <dialog class="question-dialog shortcuts" ref={dialog} aria-labelledby={id}>
      <header class="shortcuts-head">
        <h2 id={id}>{words.shortcuts}</h2>
        <button
          type="button"
          class="round quiet"
          aria-label={words.closeList}
          title={words.closeList}
          onClick={close}
        >
          {icon("cross")}
        </button>
      </header>
      <dl>
        {rows.map(([does, ...keys]) => (
          <div key={does} class="shortcut">
            <dt>{does}</dt>
            <dd dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label class="shortcut-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked);
            stored?.write(checked ? "" : off);
          }}
        />
        {words.opensByKey}
      </label>
    </dialog>
  );
}
