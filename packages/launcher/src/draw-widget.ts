import type { WidgetConfig } from "@servicechat/contract";
import { widgetStyles } from "./widget-styles.ts";

const speechMark = "M20 12a8 8 0 0 1-8 8H4l1.3-3.6A8 8 0 1 1 20 12Z";
const downwards = "m6 9 6 6 6-6";

/**
 * Draws the bubble and the place of the frame, without an HTML string and without a style attribute. Nothing of it is on
 * the page before `place`.
 */
export function drawWidget(createFrame: () => HTMLIFrameElement, press: () => void) {
  const host = document.createElement("service-chat");
  const root = host.attachShadow({ mode: "closed" });
  const dock = document.createElement("div");
  const bubble = document.createElement("button");
  const badge = document.createElement("span");
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS(icon.namespaceURI, "path");
  let name = "";
  let isOpen = false;
  let unread = 0;
  let frame: HTMLIFrameElement | undefined;
  let opener: Element | null;

  bubble.type = "button";
  bubble.addEventListener("click", press);
  badge.ariaHidden = "true";
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.append(shape);
  bubble.append(icon, badge);
  dock.append(bubble);
  root.append(dock);
  host.lang = "en";

  function show() {
    badge.textContent = unread ? `${unread}` : "";
    bubble.ariaLabel = isOpen ? "Close chat" : `Open chat with ${name}${unread ? ` (${unread} unread)` : ""}`;
    bubble.ariaExpanded = `${isOpen}`;
    shape.setAttribute("d", isOpen ? downwards : speechMark);
    dock.classList.toggle("open", isOpen);
    if (frame) frame.title = `Chat with ${name}`;
  }

  return {
    host,
    isOpen: () => isOpen,
    /** Dresses the widget as configured. */
    dress({ agent, branding }: WidgetConfig): void {
      const styles = new CSSStyleSheet();
      styles.replaceSync(widgetStyles(branding));
      root.adoptedStyleSheets = [styles];
      name = agent.name;
      if (branding.logo) bubble.prepend(drawLogo(branding.logo));
      show();
    },
    place: () => (document.body ?? document.documentElement).append(host),
    /** Loads the frame, seen or not, once the widget stands on the page. */
    addFrame(): void {
      if (frame) return;
      frame = createFrame();
      dock.append(frame);
      show();
    },
    reveal(): void {
      if (!isOpen) opener = document.activeElement;
      isOpen = true;
      unread = 0;
      show();
      frame?.focus();
    },
    /** Hides the frame. A focus that was in it goes to the bubble, or without a bubble to where it came from. */
    conceal(): void {
      const heldFocus = root.activeElement === frame;
      isOpen = false;
      show();
      const next = bubble.hidden ? opener : bubble;
      if (heldFocus && next instanceof HTMLElement) next.focus();
    },
    showReady: (ready: boolean) => dock.classList.toggle("ready", ready),
    showBubble: (shown: boolean) => (bubble.hidden = !shown),
    /** How many messages wait unread, from 0. An open chat has none. */
    showUnread(count: number): void {
      unread = isOpen ? 0 : count;
      show();
    },
    showTheme: (theme: string) => (dock.style.colorScheme = theme === "auto" ? "light dark" : theme),
  };
}

/** The configured logo. Where it cannot load, the mark that stands after it is seen instead. */
function drawLogo(address: string): HTMLImageElement {
  const logo = new Image();
  logo.alt = "";
  logo.addEventListener("error", () => logo.remove());
  logo.src = address;
  return logo;
}
