import type { RefObject } from "preact";
import { signal, type Signal } from "@preact/signals";
import type { FileInfo } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Draft } from "../open-draft.ts";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Attachment } from "../uploads/attachment.ts";
import { createTaskLine, type TaskLine } from "../uploads/task-line.ts";
import type { Offer } from "../forms/offers.ts";
import type { Dialogs } from "./dialogs.ts";

/** The visitor's last message while it is being changed. The draft waits behind it. */
export interface Editing {
  /** What stands in the composer in place of the draft and its files. */
  readonly written: Pick<Unsent, "draft" | "attachments">;
  /** It cannot take the place of the message any more, and goes as a new one. */
  readonly isLate: boolean;
  /** Sends it. When it comes too late, it stands in the composer again. */
  send(text: string, files: readonly FileInfo[]): void;
  /** Leaves all as it was. */
  cancel(): void;
}

/** What the visitor has before them and has not sent. */
export interface Unsent {
  /** The text in the composer. */
  readonly draft: Signal<string>;
  /** The files that go along with what is in the composer. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** Where the bytes of sent images lie in this browser, by upload. Not so after a reload. */
  readonly previews: Map<string, string>;
  /** What stands in the composer in place of the draft while the visitor's last message is being changed. */
  readonly editing: Signal<Editing | undefined>;
  /** One object for each form that is drawn, besides the composer (`useOpenForm`). */
  readonly openForms: Set<object>;
  /** The action whose form is being filled in. */
  readonly filling: Signal<Offer | undefined>;
  /** Hands files to the service one after the other. */
  readonly uploadLine: TaskLine;
  /** What is filled into questions and forms, for the next page of this tab (`persistedEntries`). */
  readonly entries: PersistedValue;
}

/** What changing a message works on. */
export type EditingContext = Unsent & {
  readonly chat: Chat;
  /** Where the visitor writes. */
  readonly prompt: RefObject<HTMLTextAreaElement | null>;
  readonly editButton: RefObject<HTMLButtonElement | null>;
  readonly dialogs: Pick<Dialogs, "isAnyOpen">;
};

/** Begins with what is kept. */
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
  };
}

/** Whether anything of it stands in the composer. */
export function hasUnsent({ draft, attachments, editing }: Unsent): boolean {
  return draft.peek() !== "" || attachments.peek().length > 0 || editing.peek() !== undefined;
}

/** Forgets all but the draft, which belongs to whoever is there. */
export function forgetUnsent({ attachments, previews, editing, filling, entries }: Unsent): void {
  for (const { remove } of attachments.value) remove();
  for (const address of previews.values()) URL.revokeObjectURL(address);
  previews.clear();
  filling.value = undefined;
  entries.forget();
  editing.value?.cancel();
}
