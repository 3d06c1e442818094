/** A written message that the service has not yet confirmed. */
export interface KeptMessage {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly chat: string;
  readonly text: string;
  readonly at: string;
}

const prefixOf = (person: string): string => `servicechat-console-outbox/${person}/`;

/**
 * Stores a message in this browser until it is sent. Each has a separate entry, so tabs do not overwrite each other's.
 */
export function keepMessage(person: string, message: KeptMessage): void {
  try {
    localStorage.setItem(prefixOf(person) + message.key, JSON.stringify(message));
  } catch {
    // Without storage, sending continues only while the page is open.
  }
}

/** Removes a message that was sent or is no longer wanted. */
export function forgetMessage(person: string, key: string): void {
  try {
    localStorage.removeItem(prefixOf(person) + key);
  } catch {
    // Nothing was stored.
  }
}

/** Stored messages, in the order in which they were written. */
export function keptMessages(person: string): readonly KeptMessage[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefixOf(person)))
      .flatMap((name) => readMessage(localStorage.getItem(name)))
      .toSorted((one, other) => one.at.localeCompare(other.at));
  } catch {
    return [];
  }
}

function readMessage(text: string | null): readonly KeptMessage[] {
  const read: unknown = JSON.parse(text ?? "null");
  if (typeof read !== "object" || read === null) return [];
  const { key, chat, text: said, at } = read as Readonly<Record<string, unknown>>;
  const isWhole = [key, chat, said, at].every((value) => typeof value === "string");
  return isWhole ? [read as KeptMessage] : [];
}
