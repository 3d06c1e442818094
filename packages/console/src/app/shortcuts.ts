import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Words } from "./words/words.ts";

/**
 * Every shortcut of the console, by what it does: the handler, the palette and the list of keys are made from this table.
 * Two keys with a space between them are pressed one after the other; `mod` is Ctrl, or Command on a Mac.
 */
export const shortcuts = {
  palette: { keys: "mod+k", group: "everywhere" },
  help: { keys: "?", group: "everywhere" },
  search: { keys: "/", group: "everywhere" },
  next: { keys: "j", group: "list" },
  previous: { keys: "k", group: "list" },
  open: { keys: "Enter", group: "list" },
  select: { keys: "x", group: "page" },
  reply: { keys: "r", group: "page" },
  note: { keys: "n", group: "page" },
  take: { keys: "t", group: "page" },
  assign: { keys: "a", group: "page" },
  done: { keys: "e", group: "page" },
  snooze: { keys: "s", group: "page" },
  tag: { keys: "l", group: "page" },
  home: { keys: "g h", group: "go", path: "" },
  inbox: { keys: "g i", group: "go", path: "inbox" },
  chats: { keys: "g c", group: "go", path: "chats" },
  gaps: { keys: "g g", group: "go", path: "gaps" },
  answers: { keys: "g w", group: "go", path: "answers" },
  agents: { keys: "g a", group: "go", path: "agents" },
  tests: { keys: "g t", group: "go", path: "tests" },
  usage: { keys: "g u", group: "go", path: "usage" },
  keys: { keys: "g k", group: "go", path: "keys" },
  settings: { keys: "g s", group: "go", path: "settings" },
} as const satisfies Readonly<
  Record<string, { keys: string; group: "everywhere" | "list" | "page" | "go"; path?: string }>
>;

/** What a shortcut does. */
export type ShortcutName = keyof typeof shortcuts;
/** A shortcut that goes to a page. */
type PageShortcut = {
  [Name in ShortcutName]: (typeof shortcuts)[Name]["group"] extends "go" ? Name : never;
}[ShortcutName];

/** All names, in the order of the table. */
export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[];

/** What the current page can do now, by its shortcut. */
export const pageActions = signal<ReadonlyMap<ShortcutName, () => void>>(new Map());

/** Offers an action of the current page under its shortcut, as long as there is one to run. */
export function usePageAction(name: ShortcutName, run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  const isOffered = run !== undefined;
  useEffect(() => {
    if (!isOffered) return undefined;
    const action = (): void => latest.current?.();
    pageActions.value = new Map(pageActions.peek()).set(name, action);
    return () => {
      // The next page may already offer its own.
      if (pageActions.peek().get(name) !== action) return;
      const others = new Map(pageActions.peek());
      others.delete(name);
      pageActions.value = others;
    };
  }, [name, isOffered]);
}

/** Whether a shortcut has an effect on the current page. */
export function isUsable(name: ShortcutName): boolean {
  return shortcuts[name].group !== "page" || pageActions.value.has(name);
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of a shortcut, as they are printed on keyboards. */
export function keysOf(name: ShortcutName): readonly string[] {
  const { keys } = shortcuts[name];
  if (keys === "mod+k") return isMac ? ["⌘", "K"] : ["Ctrl", "K"];
  return keys.split(" ").map((key) => (key === "Enter" ? "⏎" : key));
}

/** What a shortcut does, in words. */
export function shortcutText(name: ShortcutName, { common, palette }: Words): string {
  return isPage(name) ? common[name] : palette.names[name];
}

const isPage = (name: ShortcutName): name is PageShortcut => shortcuts[name].group === "go";
