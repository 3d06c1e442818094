import { signal, type Signal } from "@preact/signals";
import type { Draft } from "../open-draft.ts";
import type { Keeper } from "../session/create-keeper.ts";
import type { Attachment } from "../uploads/attachment.ts";
import type { Editing } from "./editing.ts";
import type { Offer } from "./offers.ts";

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
  /** The action whose form is being filled in. */
  readonly filling: Signal<Offer | undefined>;
  /** What is filled into questions and forms, for the next page of this tab (`keptEntries`). */
  readonly entries: Keeper;
}

/** Begins with what is kept. */
export function createUnsent({ text, entries }: Pick<Draft, "text" | "entries">): Unsent {
  return {
    draft: text,
    entries,
    attachments: signal([]),
    previews: new Map(),
    editing: signal(undefined),
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
