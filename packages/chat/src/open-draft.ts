import { effect, signal, type Signal } from "@preact/signals";
import { createKeeper, keeperName } from "./session/create-keeper.ts";
import { cookiePlace, memoryPlace, storagePlace } from "./session/places.ts";

/** Opens the text in the composer, which is kept from page to page for as long as the tab lives. */
export function openDraft(keyId: string, parentOrigin: string): Signal<string> {
  const places = [storagePlace(() => sessionStorage), cookiePlace(document), memoryPlace()];
  const keeper = createKeeper(keeperName("draft", keyId, parentOrigin), places);
  let kept = keeper.read() ?? "";
  const draft = signal(kept);
  effect(() => {
    const text = draft.value;
    if (text !== kept) keeper.write(text);
    kept = text;
  });
  return draft;
}
