/** The number of entries that are remembered. */
const maxRecent = 6;

const nameOf = (person: string): string => `servicechat-console-recent/${person}`;

/**
 * Ids of what somebody chose last in the palette, the last first. Chats are not stored: visitors' words do not belong
 * into a browser's storage.
 */
export function readRecent(person: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(nameOf(person)) ?? "[]");
    return Array.isArray(read) ? read.filter((id) => typeof id === "string").slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

/** Remembers a choice. */
export function storeRecent(person: string, id: string): void {
  try {
    const ids = [id, ...readRecent(person).filter((each) => each !== id)].slice(0, maxRecent);
    localStorage.setItem(nameOf(person), JSON.stringify(ids));
  } catch {
    // Without storage, nothing is recent.
  }
}
