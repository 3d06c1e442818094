import type { WidgetConfig } from "@servicechat/contract";
import type { PanelCore, Core } from "../core.ts";
import { focusedElement } from "./rise-above.ts";

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
    if (root.activeElement !== frame) opener = focusedElement(document);
    // Firefox moves the focus to a frame only after the key or click event.
    setTimeout(() => api.isOpen() && frame.focus());
  }

  /** If the frame has the focus, it moves to that element. */
  function leave(next: Element | null): void {
    if (root.activeElement === frame && next instanceof HTMLElement) next.focus();
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
    /**
     * Beside the bubble of a closed chat, shows a frame of this height; none if it is 0, or if there is no bubble to be
     * seen.
     */
    preview(height: number): void {
      const isShown = height > 0 && !api.isOpen() && bubble.offsetWidth > 0;
      dock.classList.toggle("preview", isShown);
      dock.style.setProperty("--preview", `${Math.min(height, 200)}px`);
      if (!isShown && !api.isOpen()) leave(bubble);
    },
    reveal(): void {
      dock.classList.remove("preview");
      addFrame();
      if (isInline) frame.scrollIntoView({ block: "nearest" });
      focus();
    },
    /** If the frame had the focus, it moves to the bubble, or to where it came from if the bubble cannot be used. */
    conceal: (isBubbleCovered: boolean) =>
      leave(bubble.hidden || isInline || isBubbleCovered ? opener : bubble),
    showReady: () => dock.classList.add("ready"),
    showTheme: (theme: string) => (dock.style.colorScheme = theme === "auto" ? "light dark" : theme),
  };
}

/** A phone in portrait or landscape orientation. */
export const phone = "((max-width:640px) or (max-height:440px))";

/** The button beside selected text (`ask-about-selection.ts`). */
const ask = `.ask{all:unset;position:fixed;top:0;left:0;z-index:2;padding:8px 14px;border-radius:99px;outline:1px solid #8886;box-shadow:0 4px 24px #0004;background:Canvas;color:CanvasText;font:500 14px/1.4 system-ui;white-space:nowrap;pointer-events:auto;cursor:pointer}
.ask.ask:before{display:none}
@media (prefers-reduced-motion:no-preference){.ask{transition:opacity .15s}@starting-style{.ask{opacity:0}}}`;

const frame = `${ask}
iframe{box-sizing:border-box;width:100%;height:100%;border:0;background:Canvas}`;

/**
 * What the panel adds to the bubble's style sheet. Both share the single cell of the dock. A floating panel covers the
 * bubble; a windowed one leaves 68 px for it, as a greeting does, and in the centre both move aside. On phones the
 * panel fills the screen; elsewhere `wide` expands it as far as there is space. A panel that covers the bubble does so
 * only once the chat is ready, so there is always a control to close it.
 */
function panelStyles({ position, style }: WidgetConfig["branding"]): string {
  const [row, column = ""] = position.split("-");
  const middle = row === "middle";
  const side = middle ? column : row;
  const windowed = style === "windowed";
  const room = (taken: boolean) => `100% - ${windowed && taken ? 108 : 40}px`;
  const isCentred = side === "center";
  const clear = isCentred
    ? "translate:34px}.open button{translate:max(-6px - var(--width)/2,48px - 50vw)"
    : `margin-${side}:88px`;
  const beside = isCentred ? "translate:0 calc(50% + 40px)" : `margin-${side}:88px`;
  return `${frame}
div{box-sizing:border-box;grid-template:100%/100%;--width:400px;--tall:640px}
.wide{--width:760px;--tall:900px}
.open{top:var(--top,0);height:var(--height,auto)}
.typing.open{padding-bottom:0}
button,iframe,p{grid-area:1/1;pointer-events:auto}
button{position:relative;z-index:1}
span{position:absolute;top:-6px;right:-6px;min-width:12px;padding:0 5px;border-radius:11px;background:#c11;color:#fff;font:600 12px/22px system-ui}
span:empty{display:none}
div:not(.open,.preview) iframe{visibility:hidden;opacity:0}
p,.preview:not(.open) iframe{margin:20px;${beside}}
.preview:not(.open) iframe{width:min(300px,100% - 20px);height:var(--preview);border-radius:14px;outline:1px solid #8886;box-shadow:0 4px 24px #0004}
p{display:flex;max-width:min(280px,${room(middle)});border-radius:14px;outline:1px solid #8886;box-shadow:0 4px 24px #0004;background:Canvas;color:CanvasText;font:15px/1.45 system-ui}
p button{all:unset;padding:12px 0 12px 16px;cursor:pointer;overflow-wrap:anywhere}
p button+button{flex:none;width:44px;padding:0;font-size:20px;text-align:center}
p button:focus-visible{outline:3px solid;outline-offset:-3px;border-radius:14px;box-shadow:none}
p:empty,.open p,.preview p{display:none}
@media ${windowed ? phone : "all"}{.ready.open button{display:none}}
@media ${phone}{.open{background:light-dark(#fff,#15171c)}p{display:none}}
@media not ${phone}{iframe{width:min(var(--width),${room(middle)});height:min(var(--tall),${room(!middle)});margin:20px;border-radius:16px;outline:1px solid #8886;box-shadow:0 4px 24px #0004;${windowed ? clear : ""}}}
@media (prefers-reduced-motion:no-preference){iframe,button,p{transition:opacity .15s,translate .15s}@starting-style{p{opacity:0}}}`;
}

/** In an element of the page: the element's height determines the chat's, by default 560 px. */
const inlineStyles = `${frame}
:host{display:flex!important;flex-direction:column!important;width:100%!important;height:100%!important;min-height:320px!important}
div{position:static;display:flex;flex-direction:column;flex:1 1 min(560px,80dvh);min-height:0;padding:0;pointer-events:auto}
iframe{flex:1 1 0;min-height:0;border-radius:inherit}
div:not(.open){display:none}`;

/**
 * If a keyboard covers the page instead of making it smaller, as on phones and tablets, an open chat uses the visible
 * part (`panelStyles`).
 */
export function keepAboveKeyboard({ dock, signal }: Core): void {
  function fit(this: VisualViewport): void {
    // Zooming in also makes that part smaller, and moves it: then the chat stays where it is.
    const isZoomed = this.scale !== 1;
    const { currentCSSZoom: scale = 1 } = dock as Partial<HTMLElement>; // on a page that magnifies itself
    dock.style.setProperty("--top", isZoomed ? "" : `${this.offsetTop / scale}px`);
    dock.style.setProperty("--height", isZoomed ? "" : `${this.height / scale}px`);
    // The keyboard covers the strip at the bottom that belongs to the device. The address bar is smaller.
    dock.classList.toggle("typing", !isZoomed && innerHeight - this.height > 150);
  }
  for (const type of ["resize", "scroll"] as const) visualViewport?.addEventListener(type, fit, { signal });
}
