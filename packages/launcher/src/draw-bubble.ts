import type { WidgetConfig } from "@servicechat/contract";
import { bubbleStyles } from "./bubble-styles.ts";
import { ownDocument } from "./own-document.ts";

/**
 * Draws the bubble, without an HTML string or a style attribute, in a shadow root that is closed to the page. Nothing
 * of it is on the page before `host` is added.
 */
export function drawBubble() {
  const host = ownDocument.createElement("service-chat");
  const root = host.attachShadow({ mode: "closed" });
  const dock = ownDocument.createElement("div");
  const bubble = ownDocument.createElement("button");

  dock.append(bubble);
  root.append(dock);

  function show(isOpen: boolean): void {
    bubble.ariaExpanded = `${isOpen}`;
    dock.classList.toggle("open", isOpen);
  }

  /**
   * Applies the configuration to the bubble. Its name is the same in nearly all languages, and does not include its
   * state.
   */
  function dress({ agent, branding }: WidgetConfig): void {
    const styles = new CSSStyleSheet();
    styles.replaceSync(bubbleStyles(branding));
    root.adoptedStyleSheets = [styles];
    bubble.ariaLabel = `Chat: ${agent.name}`;
    if (branding.logo) bubble.prepend(drawLogo(branding.logo));
  }

  return { host, dock, bubble, show, dress };
}

/** The configured logo. If it cannot load, the mark after it is visible instead. */
function drawLogo(address: string): HTMLImageElement {
  const logo = new Image();
  logo.alt = "";
  logo.onerror = () => logo.remove();
  logo.src = address;
  return logo;
}
