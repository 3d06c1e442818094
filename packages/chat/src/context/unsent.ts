import type { RefObject } from "preact";
import { signal, effect, type Signal } from "@preact/signals";
import type { FileInfo } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import { createPersistedValue, storageNames, type PersistedValue } from "../session/persisted-value.ts";
import { createTaskLine, type Attachment, type TaskLine } from "../uploads/attachment.ts";
import type { Offer } from "../actions/offers.ts";
import type { Dialogs } from "./dialogs.ts";
import { memoryArea, type StorageArea } from "../session/storage-areas.ts";

/** The visitor's last message while it is being edited. The draft waits behind it. */
export interface Editing {
  /** The composer's content instead of the draft and its files. */
  readonly written: Pick<Unsent, "draft" | "attachments">;
  /** Whether it can no longer replace the message, and will be sent as a new one. */
  readonly isLate: boolean;
  /** Sends it. If it is too late, it returns to the composer. */
  send(text: string, files: readonly FileInfo[]): void;
  /** Leaves everything as it was. */
  cancel(): void;
}

/** What the visitor has entered but not sent. */
export interface Unsent {
  /** The text in the composer. */
  readonly draft: Signal<string>;
  /** The files attached to the text in the composer. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** The local URLs of sent images, by upload. Lost after a reload. */
  readonly previews: Map<string, string>;
  /** The content of the composer while the visitor's last message is being edited. */
  readonly editing: Signal<Editing | undefined>;
  /** One object for each form that is drawn, besides the composer (`useOpenForm`). */
  readonly openForms: Set<object>;
  /** The action whose form is being filled in. */
  readonly filling: Signal<Offer | undefined>;
  /** The answer that the visitor is saying something about, by its key. */
  readonly commenting: Signal<string | undefined>;
  /** Uploads files one after the other. */
  readonly uploadLine: TaskLine;
  /** The values in questions and forms, for the next page of this tab (`persistedEntries`). */
  readonly entries: PersistedValue;
}

/** What editing a message needs. */
export type EditingContext = Unsent & {
  readonly chat: Chat;
  /** The visitor's input field. */
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  readonly editButton: RefObject<HTMLButtonElement | null>;
  readonly dialogs: Pick<Dialogs, "isAnyOpen">;
};

/** Starts with the stored values. */
export function createUnsent({ text, entries }: Pick<Draft, "text" | "entries">): Unsent {
  return {
    draft: text,
    entries,
    attachments: signal([]),
    previews: new Map(),
    uploadLine: createTaskLine(),
    editing: signal(undefined),
    openForms: new Set(),
    filling: signal(undefined),
    commenting: signal(undefined),
  };
}

/** Whether the composer contains anything. */
export function hasUnsent({ draft, attachments, editing }: Unsent): boolean {
  return draft.peek() !== "" || attachments.peek().length > 0 || editing.peek() !== undefined;
}

/** Discards everything but the draft, which belongs to the user who is there. */
export function forgetUnsent({ attachments, previews, editing, filling, entries }: Unsent): void {
  for (const { remove } of attachments.value) remove();
  for (const address of previews.values()) URL.revokeObjectURL(address);
  previews.clear();
  filling.value = undefined;
  entries.forget();
  editing.value?.cancel();
}

/** Unsent text. */
export interface Draft {
  /** The text in the composer. */
  readonly text: Signal<string>;
  /** The values in questions and forms (`persistedEntries`). */
  readonly entries: PersistedValue;
  /** Writes into the composer for the page. That is nothing by the visitor, and is not stored. */
  prefill(text: string): void;
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
    prefill(text) {
      stored.forget();
      kept = text;
      draft.value = text;
    },
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
