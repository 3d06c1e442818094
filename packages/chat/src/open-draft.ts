import { effect, signal, type Signal } from "@preact/signals";
import { createKeeper, keeperNames } from "./session/create-keeper.ts";
import { cookiePlace, memoryPlace, type Place } from "./session/places.ts";

/** The text in the composer. */
export interface Draft {
  readonly text: Signal<string>;
  /** Says who is there: what another user wrote is not for them, and what was written by nobody known goes along. */
  belongTo(user: string): void;
}

/**
 * Opens the text in the composer, which is kept from page to page for as long as the tab lives.
 *
 * @param storage what lives as long as the tab does
 */
export function openDraft(keyId: string, parentOrigin: string, storage: Place): Draft {
  const places = [storage, cookiePlace(document), memoryPlace()];
  const nameOf = keeperNames(keyId, parentOrigin);
  const keeper = createKeeper(nameOf("draft"), places);
  const writer = createKeeper(nameOf("writer"), places);
  let kept = keeper.read() ?? "";
  const draft = signal(kept);
  effect(() => {
    const text = draft.value;
    if (text !== kept) keeper.write(text);
    kept = text;
  });
  return {
    text: draft,
    belongTo(user) {
      const before = writer.read() ?? "";
      if (before === user) return;
      if (before) draft.value = "";
      writer.write(user);
    },
  };
}
