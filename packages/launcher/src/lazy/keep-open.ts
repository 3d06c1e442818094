import type { PanelCore } from "./panel-core.ts";
import { phone } from "./panel-styles.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/**
 * Keeps the chat open over a change of the page: what the visitor left open in this tab is open on its next page. Not where it
 * would cover that page, as on a telephone, nor with `data-keep-open="false"`: there it counts as closed from then on. With
 * `data-open="quiet"` it is open in any case, and just as little takes the cursor.
 *
 * @param open opens it
 * @returns what is to be called once the widget stands on the page
 */
export function keepOpen({ tag, api, signal }: PanelCore, open: () => void): () => void {
  const name = `servicechat:open:${tag.keyId}`; // the launcher looks for it
  const isQuiet = tag.data["open"] === "quiet";
  const wasOpen = !!readNote(name);
  const isOff = /false/i.test(tag.data["keepOpen"] ?? "");

  function note(): void {
    writeNote(name, `${Number(api.isOpen() && !isOff)} `);
  }

  return () => {
    const isToOpen = isQuiet || (wasOpen && !isOff && !matchMedia(phone).matches);
    if (isToOpen && !api.isOpen()) open();
    note();
    api.on("open", note);
    api.on("close", note);
    // A page that the visitor goes back to is as it was left.
    addEventListener("pageshow", note, { signal });
  };
}
