import type { RefObject } from "preact";
import { signal, type Signal } from "@preact/signals";
import type { FileInfo } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Draft } from "../open-draft.ts";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Attachment } from "../uploads/attachment.ts";
import { createTaskLine, type TaskLine } from "../uploads/task-line.ts";
import type { Offer } from "../actions/offers.ts";
import type { Dialogs } from "./dialogs.ts";

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
