import { useEffect } from "preact/hooks";
import { useConsole } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";
import { isUsable, pageActions, shortcutNames, shortcuts, type ShortcutName } from "./shortcuts.ts";

/** How long a key waits for the second one of its shortcut, in milliseconds. */
const secondKeyMs = 1_500;

/**
 * Runs shortcuts, unless somebody is typing, a dialog is open, or single keys are turned off. Only the palette's, which
 * has a modifier, always works.
 */
export function useShortcuts(show: (what: "palette" | "help") => void): void {
  const { navigation, preferences } = useConsole();
  useEffect(() => {
    let first = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    function run(name: ShortcutName): void {
      const shortcut = shortcuts[name];
      const action = pageActions.peek().get(name);
      if (action) action();
      else if ("path" in shortcut) navigation.go(hrefOf(shortcut.path));
      else if (name === "help") show("help");
      else if (name === "search") searchHere(show);
      else if (name === "next" || name === "previous") moveInList(name === "next" ? 1 : -1);
    }
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== "k" || event.shiftKey || hasDialog()) return;
        event.preventDefault();
        show("palette");
        return;
      }
      if (!preferences.keys.peek() || hasDialog() || isTyping(event)) return;
      const pressed = `${first}${event.key}`;
      first = "";
      clearTimeout(timer);
      const found = shortcutNames.find((name) => shortcuts[name].keys === pressed && isUsable(name));
      if (found && found !== "open") {
        event.preventDefault();
        run(found);
      } else if (shortcutNames.some((name) => shortcuts[name].keys.startsWith(`${event.key} `))) {
        first = `${event.key} `;
        timer = setTimeout(() => {
          first = "";
        }, secondKeyMs);
      }
    }
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}

const hasDialog = (): boolean => document.querySelector("dialog[open]") !== null;

/** The editor of files is in a shadow root, so its own target is asked. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select, [role=listbox], [role=menu]");
  return field instanceof HTMLInputElement ? !isTick(field) : field !== null;
}

const isTick = ({ type }: HTMLInputElement): boolean => type === "checkbox";

/** Goes to the page's own search; without one, to the search for everything. */
function searchHere(show: (what: "palette") => void): void {
  const field = document.querySelector<HTMLInputElement>("#main input[type=search]");
  if (field) field.focus();
  else show("palette");
}

/** Moves the focus to the next or the previous entry of the page's list. */
function moveInList(by: 1 | -1): void {
  const links = listLinks();
  const at = links.findIndex(
    (link) => link.matches(":focus") || link.closest(rows)?.matches(":focus-within"),
  );
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
}

const rows = "a.chat-row, .rows > *, .inbox-lists li, tbody > tr";

/** The first link or button of each row of the page's lists, as far as they are visible. */
function listLinks(): readonly HTMLElement[] {
  const found = Array.from(document.querySelectorAll(`#main :is(${rows})`), (row) =>
    row.matches("a") ? row : row.querySelector("a[href], button:not([disabled])"),
  );
  return Array.from(new Set(found)).filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.checkVisibility(),
  );
}
