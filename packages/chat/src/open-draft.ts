import { effect, signal, type Signal } from "@preact/signals";
import { createPersistedValue, storageNames, type PersistedValue } from "./session/persisted-value.ts";
import { memoryArea, type StorageArea } from "./session/storage-areas.ts";

/** What is written and not sent. */
export interface Draft {
  /** The text in the composer. */
  readonly text: Signal<string>;
  /** What is filled into questions and forms (`persistedEntries`). */
  readonly entries: PersistedValue;
  /** Says who is there: what another user wrote is not for them, and what was written by nobody known goes along. */
  belongTo(user: string): void;
}

/**
 * Opens what is written and not sent, which is kept from page to page for as long as the tab lives; not in cookies, which go
 * along with every request.
 *
 * @param storage what lives as long as the tab does
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
