import { effect, signal, type Signal } from "@preact/signals";
import { createKeeper, keeperNames, type Keeper } from "./session/create-keeper.ts";
import { cookiePlace, memoryPlace, type Place } from "./session/places.ts";

/** What is written and not sent. */
export interface Draft {
  /** The text in the composer. */
  readonly text: Signal<string>;
  /** What is filled into questions and forms (`keptEntries`). */
  readonly entries: Keeper;
  /** Says who is there: what another user wrote is not for them, and what was written by nobody known goes along. */
  belongTo(user: string): void;
}

/**
 * Opens what is written and not sent, which is kept from page to page for as long as the tab lives.
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
  const entries = createKeeper(nameOf("entries"), places);
  effect(() => {
    const text = draft.value;
    if (text !== kept) keeper.write(text);
    kept = text;
  });
  return {
    text: draft,
    entries,
    belongTo(user) {
      const before = writer.read() ?? "";
      if (before === user) return;
      if (before) {
        draft.value = "";
        entries.forget();
      }
      writer.write(user);
    },
  };
}
