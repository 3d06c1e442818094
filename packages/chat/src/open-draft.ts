import { effect, signal, type Signal } from "@preact/signals";
import { createPersistedValue, storageNames, type PersistedValue } from "./session/persisted-value.ts";
import { memoryArea, type StorageArea } from "./session/storage-areas.ts";

/** Unsent text. */
export interface Draft {
  /** The text in the composer. */
  readonly text: Signal<string>;
  /** The values in questions and forms (`persistedEntries`). */
  readonly entries: PersistedValue;
  /** Sets who is there: another user's text is hidden, and a text by an unknown visitor is kept. */
  belongTo(user: string): void;
}

/**
 * Opens unsent text, which is kept from page to page for as long as the tab lives; not in cookies, which are sent with
 * every request.
 *
 * @param storage lives as long as the tab
 */
export function openDraft(keyId: string, parentOrigin: string, storage: StorageArea): Draft {
  const areas = [storage, memoryArea()];
  const nameOf = storageNames(keyId, parentOrigin);
  const stored = createPersistedValue(nameOf("draft"), areas);
  const writer = createPersistedValue(nameOf("writer"), areas);
  let kept = stored.read() ?? "";
  const draft = signal(kept);
  const entries = createPersistedValue(nameOf("entries"), areas);
  effect(() => {
    const text = draft.value;
    if (text !== kept) stored.write(text);
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
