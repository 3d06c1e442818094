import type { PanelCore } from "./panel-core.ts";
import { phone } from "./panel-styles.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/**
 * Keeps the chat open over a change of the page: what the visitor left open in this tab is open on its next page. Not where it
 * would cover that page, as on a telephone, nor with `data-keep-open="false"`: there it counts as closed from then on.
 *
 * @param open opens it
 * @returns what is to be called once the widget stands on the page
 */
export function keepOpen({ tag, api, signal }: PanelCore, open: () => void): () => void {
  const name = `servicechat:open:${tag.keyId}`; // the launcher looks for it
  const wasOpen = !!readNote(name);
  const isOff = /false/i.test(tag.data["keepOpen"] ?? "");

  function note(): void {
    writeNote(name, `${Number(api.isOpen() && !isOff)} `);
  }

  return () => {
    if (wasOpen && !isOff && !api.isOpen() && !matchMedia(phone).matches) open();
    note();
    api.on("open", note);
    api.on("close", note);
    // A page that the visitor goes back to is as it was left.
    addEventListener("pageshow", note, { signal });
  };
}
