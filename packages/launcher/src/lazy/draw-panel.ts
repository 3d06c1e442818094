import type { PanelCore } from "./panel-core.ts";
import { inlineStyles, panelStyles } from "./panel-styles.ts";

/** Draws the frame's container beside the bubble, or instead of it, and what only an active chat shows. */
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
    frame.loading = "lazy"; // until it is visible, or has something to do
    dock.append(frame);
  }

  function addFrame(): void {
    frame.loading = "eager";
    if (!frame.parentNode) dock.append(frame);
  }

  /** The number of unread messages, from 0. An open chat has none. */
  function showUnread(count: number): void {
    badge.textContent = unread = api.isOpen() || !count ? "" : `${count}`;
    if (label) bubble.ariaLabel = label + (unread && `, ${unread}`);
  }

  /** The names of bubble and frame, in the language of the chat. */
  function showName(name: string, lang: string): void {
    frame.title = label = name;
    frame.lang = bubble.lang = lang;
    showUnread(+unread);
  }

  /** An element outside the page cannot be focused. */
  function focus(): void {
    if (!api.isOpen()) return;
    if (root.activeElement !== frame) opener = document.activeElement;
    // Firefox moves the focus to a frame only after the key or click event.
    setTimeout(() => api.isOpen() && frame.focus());
  }

  return {
    addFrame,
    showUnread,
    showName,
    /** Applies the configuration, the first time that the widget is on the page. */
    place(isKeptOpen: boolean): void {
      const config = loaded()?.config;
      dock.classList.remove("ready");
      if (!config || label) return;
      const styles = new CSSStyleSheet();
      styles.replaceSync(isInline ? inlineStyles : panelStyles(config.branding));
      root.adoptedStyleSheets.push(styles);
      frame.title = label = bubble.ariaLabel ?? "";
      if (!(isInline || isKeptOpen)) focus(); // an embedded chat has its own place
    },
    reveal(): void {
      addFrame();
      if (isInline) frame.scrollIntoView({ block: "nearest" });
      focus();
    },
    /** If the frame had the focus, it moves to the bubble, or without a bubble to where it came from. */
    conceal(): void {
      const next = bubble.hidden || isInline ? opener : bubble;
      if (root.activeElement === frame && next instanceof HTMLElement) next.focus();
    },
    showReady: () => dock.classList.add("ready"),
    showTheme: (theme: string) => (dock.style.colorScheme = theme === "auto" ? "light dark" : theme),
  };
}
