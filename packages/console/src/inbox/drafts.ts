/** What somebody has started to write in a chat. */
export interface Draft {
  readonly text: string;
  /** Whether it is an internal note. A reload must not turn a note into a message. */
  readonly isNote: boolean;
}

const nameOf = (person: string, chat: string): string => `servicechat-console-draft/${person}/${chat}`;

/** The draft in a chat, from this browser. */
export function readDraft(person: string, chat: string): Draft {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(nameOf(person, chat)) ?? "{}");
    const { text, isNote } = (read ?? {}) as Readonly<Record<string, unknown>>;
    return { text: typeof text === "string" ? text : "", isNote: isNote === true };
  } catch {
    return { text: "", isNote: false };
  }
}

/** Stores a draft; an empty one is removed. */
export function storeDraft(person: string, chat: string, draft: Draft): void {
  try {
    if (draft.text === "") localStorage.removeItem(nameOf(person, chat));
    else localStorage.setItem(nameOf(person, chat), JSON.stringify(draft));
  } catch {
    // Without storage, a draft lasts as long as the chat is open.
  }
}

/** Removes all drafts of a person from this browser, since others may use it next. */
export function removeDrafts(person: string): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(nameOf(person, ""))) localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
