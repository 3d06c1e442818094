import type { PanelCore } from "../core.ts";

/** The widget's place while the page has a modal dialog, or an element in fullscreen. */
interface Height {
  /** Puts the widget above those, where it can be seen and used. Elsewhere it stays where it is. */
  rise(): void;
  /** Puts it back. */
  settle(): void;
  isRaised(): boolean;
}

/** Elements whose children are not rendered. */
const replaced = "video,audio,iframe,img,canvas,object,embed";

/**
 * A modal dialog, or an element in fullscreen, covers all of the page around it and makes it inert. A page that opens the
 * chat then wants it to be used, so the widget moves into that element and to the browser's top layer, until the chat, the
 * dialog or the fullscreen view is closed. A film in fullscreen has no room for it, and is shown in its place again.
 */
export function riseAbove({ document, dock, signal }: PanelCore): Height {
  const { host } = dock.getRootNode() as ShadowRoot;
  let raised: AbortController | undefined;

  function moveTo(parent: Element): void {
    // Where a browser cannot move a frame, it loads again.
    if (host.isConnected && typeof parent.moveBefore === "function") parent.moveBefore(host, null);
    else parent.append(host);
  }

  function settle(): void {
    if (!raised) return;
    raised.abort();
    raised = undefined;
    dock.togglePopover(false);
    if (!signal.aborted) moveTo(document.documentElement);
  }

  return {
    rise() {
      const cover = findDialog(document) ?? findFullscreen(document);
      if (raised || !cover || cover.contains(host)) return;
      if (cover.matches(replaced)) return void document.exitFullscreen();
      raised = new AbortController();
      const until = { signal: raised.signal };
      cover.addEventListener("close", settle, until);
      const isCovered = () => cover.matches(":modal");
      document.addEventListener("fullscreenchange", () => isCovered() || settle(), until);
      signal.addEventListener("abort", settle, until);
      moveTo(cover);
      dock.popover = "manual";
      // Whatever entered the top layer last is on top.
      dock.togglePopover(false);
      dock.togglePopover(true);
    },
    settle,
    isRaised: () => !!raised,
  };
}

/** The modal dialog that can be used: of several, the one in which the focus is. */
function findDialog(document: Document): Element | undefined {
  const modal = "dialog:modal";
  const modals = document.querySelectorAll(modal);
  return focusedElement(document)?.closest(modal) ?? modals[modals.length - 1];
}

/** The focused element, which may be in a component of the page. */
export function focusedElement(document: Document): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

function findFullscreen(document: Document): Element | null {
  let found = document.fullscreenElement;
  while (found?.shadowRoot?.fullscreenElement) found = found.shadowRoot.fullscreenElement;
  return found;
}
