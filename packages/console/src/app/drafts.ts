/** What somebody has begun to write in a chat. */
export interface Draft {
  readonly text: string;
  /** Whether it is for colleagues alone. A note must not become a message because the page was loaded again. */
  readonly isNote: boolean;
}

const nameOf = (person: string, chat: string): string => `servicechat-console-draft/${person}/${chat}`;

/** What was begun in a chat, in this browser. */
export function readDraft(person: string, chat: string): Draft {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(nameOf(person, chat)) ?? "{}");
    const { text, isNote } = (read ?? {}) as Readonly<Record<string, unknown>>;
    return { text: typeof text === "string" ? text : "", isNote: isNote === true };
  } catch {
    return { text: "", isNote: false };
  }
}

/** Keeps what was begun; nothing is kept of an empty one. */
export function keepDraft(person: string, chat: string, draft: Draft): void {
  try {
    if (draft.text === "") localStorage.removeItem(nameOf(person, chat));
    else localStorage.setItem(nameOf(person, chat), JSON.stringify(draft));
  } catch {
    // Without storage, a draft lasts as long as the chat is open.
  }
}

/** Forgets all that a person has begun in this browser: others may use it after them. */
export function forgetDrafts(person: string): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(nameOf(person, ""))) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
