import type { WidgetConfig } from "@servicechat/contract";
import { ownDocument } from "./own-document.ts";
import { bubbleStyles } from "./bubble-styles.ts";

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
    const { logo, bubbleImage } = branding;
    if (bubbleImage || logo) bubble.prepend(drawImage((bubbleImage || logo) as string, !!bubbleImage));
  }

  return { host, dock, bubble, show, dress };
}

/** The logo, or a picture that fills the bubble. If it cannot load, the mark after it is visible instead. */
function drawImage(address: string, isFull: boolean): HTMLImageElement {
  const image = new Image();
  image.alt = "";
  image.className = isFull ? "full" : "";
  image.onerror = () => image.remove();
  image.src = address;
  return image;
}

/**
 * If a page transforms, contains or skips its own root element, fixed elements are positioned relative to that: the
 * dock would be as high as the page, and scroll with it. Then it moves to the browser's top layer, which is positioned
 * relative to the screen; otherwise not, since it would cover a modal dialog that the page opened earlier without being
 * usable.
 */
export function stayOnScreen(dock: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { boundingClientRect: own, rootBounds } of entries)
        // Without width it is off the page, or printed. A fraction of a pixel is the browser's rounding.
        if (own.width && (own.bottom - (rootBounds as DOMRectReadOnly).bottom) | 0) {
          dock.popover = "manual";
          dock.togglePopover(true);
          // WebKit does not update what was already laid out.
          dock.hidden = true;
          dock.hidden = !!dock.offsetTop;
        }
    },
    { root: document, threshold: 1 },
  );
  observer.observe(dock);
}
