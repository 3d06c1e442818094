import { effect, signal, type Signal } from "@preact/signals";
import { createKeeper, keeperName } from "./session/create-keeper.ts";
import { cookiePlace, memoryPlace, storagePlace } from "./session/places.ts";

/** The text in the composer. */
export interface Draft {
  readonly text: Signal<string>;
  /** Says who is there: what another user wrote is not for them, and what was written by nobody known goes along. */
  belongTo(user: string): void;
}

/** Opens the text in the composer, which is kept from page to page for as long as the tab lives. */
export function openDraft(keyId: string, parentOrigin: string): Draft {
  const places = [storagePlace(() => sessionStorage), cookiePlace(document), memoryPlace()];
  const keeperOf = (kind: string) => createKeeper(keeperName(kind, keyId, parentOrigin), places);
  const keeper = keeperOf("draft");
  const writer = keeperOf("writer");
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
