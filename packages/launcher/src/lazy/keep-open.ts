import type { PanelCore } from "../core.ts";
import { phone } from "./draw-panel.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/**
 * Keeps the chat open across pages: if the visitor left it open in this tab, it is open on the next page. Not if it
 * would cover that page, as on a phone, nor with `data-keep-open="false"`: there it counts as closed from then on. With
 * `data-open="quiet"` it is always open, but also does not take the focus.
 *
 * @param open opens it
 * @returns call this once the widget is on the page
 */
export function keepOpen({ tag, api, signal }: PanelCore, open: () => void): () => void {
  const name = `servicechat:open:${tag.keyId}`; // the launcher reads it
  const isQuiet = tag.data["open"] === "quiet";
  const wasOpen = !!readNote(name);
  const isOff = /false/i.test(tag.data["keepOpen"] ?? "");

  /** Nothing is stored for a visitor who has done nothing yet: it may be the page that has opened the chat. */
  function note(): void {
    const isStored = wasOpen || navigator.userActivation.hasBeenActive;
    writeNote(name, `${Number(api.isOpen() && !isOff && isStored)} `);
  }

  return () => {
    const isToOpen = isQuiet || (wasOpen && !isOff && !matchMedia(phone).matches);
    if (isToOpen && !api.isOpen()) open();
    note();
    api.on("open", note);
    api.on("close", note);
    // They may have begun to use it since.
    addEventListener("pagehide", note, { signal });
    // A page that the visitor goes back to is as it was left.
    addEventListener("pageshow", note, { signal });
  };
}
