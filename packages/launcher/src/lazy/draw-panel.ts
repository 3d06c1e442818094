import type { PanelCore } from "./panel-core.ts";
import { inlineStyles, panelStyles } from "./panel-styles.ts";

/** Draws the place of the frame beside the bubble, or instead of it, and what only a chat that has begun shows. */
export function drawPanel({ tag, document, dock, bubble, api, loaded }: PanelCore, frame: HTMLIFrameElement) {
  const root = dock.getRootNode() as ShadowRoot;
  const isInline = !!tag.data["target"];
  const badge = document.createElement("span");
  let label: string | undefined;
  let unread = "";
  let opener: Element | null;

  badge.ariaHidden = "true";
  bubble.append(badge);
  if (isInline) {
    bubble.remove();
    frame.loading = "lazy"; // until it is seen, or has something to do
    dock.append(frame);
  }

  function addFrame(): void {
    frame.loading = "eager";
    if (!frame.parentNode) dock.append(frame);
  }

  /** How many messages wait unread, from 0. An open chat has none. */
  function showUnread(count: number): void {
    badge.textContent = unread = api.isOpen() || !count ? "" : `${count}`;
    if (label) bubble.ariaLabel = label + (unread && `, ${unread}`);
  }

  /** What bubble and frame are called, in the language of the chat. */
  function showName(name: string, lang: string): void {
    frame.title = label = name;
    frame.lang = bubble.lang = lang;
    showUnread(+unread);
  }

  /** What is off the page cannot take the focus. */
  function focus(): void {
    if (!api.isOpen()) return;
    if (root.activeElement !== frame) opener = document.activeElement;
    // Firefox lets the focus go to a frame only once the key or press is over.
    setTimeout(() => api.isOpen() && frame.focus());
  }

  return {
    addFrame,
    showUnread,
    showName,
    /** Dresses the widget, the first time that it stands on the page. */
    place(isKeptOpen: boolean): void {
      const config = loaded()?.config;
      dock.classList.remove("ready");
      if (!config || label) return;
      const styles = new CSSStyleSheet();
      styles.replaceSync(isInline ? inlineStyles : panelStyles(config.branding));
      root.adoptedStyleSheets.push(styles);
      frame.title = label = bubble.ariaLabel ?? "";
      if (!(isInline || isKeptOpen)) focus(); // which a page with the chat in its midst has for itself
    },
    reveal(): void {
      addFrame();
      if (isInline) frame.scrollIntoView({ block: "nearest" });
      focus();
    },
    /** A focus that was in the frame goes to the bubble, or without a bubble to where it came from. */
    conceal(): void {
      const next = bubble.hidden || isInline ? opener : bubble;
      if (root.activeElement === frame && next instanceof HTMLElement) next.focus();
    },
    showReady: () => dock.classList.add("ready"),
    showTheme: (theme: string) => (dock.style.colorScheme = theme === "auto" ? "light dark" : theme),
  };
}
