import type { PastChat } from "../context/device.ts";
import { keptDays as longest } from "../session/storage-areas.ts";
import type { PersistedValue } from "../session/persisted-value.ts";

/** The chats of one agent on this device, newest first. Nothing here throws. */
interface PastChats {
  list(): readonly PastChat[];
  /** Records that a message was just sent in a chat, and its current title. */
  note(token: string, title: string): void;
  remove(token: string): void;
  /** Takes over the entries of another list, which is then empty. */
  take(from: PersistedValue): void;
}

/** How many are stored, and how much of the first question. */
const max = 20;
const dayMs = 24 * 60 * 60 * 1000;
const maxTitle = 80;

/**
 * Stores the list.
 *
 * @param stored only real storage: the list is too large for a cookie, and without storage it is not kept
 * @param keptDays how long the service keeps a chat after its last message: what it no longer has is not listed
 * @param now milliseconds since 1970, by a correct clock: a wrong one would remove chats from the list
 */
export function createPastChats({
  stored,
  keptDays = longest,
  now,
}: {
  readonly stored: PersistedValue;
  readonly keptDays?: number | undefined;
  readonly now: () => number;
}): PastChats {
  const write = (chats: readonly PastChat[]): void =>
    stored.write(chats.length > 0 ? JSON.stringify(chats.slice(0, max)) : "");

  const keptMs = Math.min(keptDays, longest) * dayMs;
  const list = (): readonly PastChat[] => readChats(stored.read()).filter(({ at }) => now() - at < keptMs);

  // Titles and tokens of chats that the service no longer has do not stay in the browser.
  const kept = list();
  if (kept.length < readChats(stored.read()).length) write(kept);

  return {
    list,
    note(token, title) {
      const chats = list();
      const known = chats.find((chat) => chat.token === token);
      const named = shortened(title) || (known?.title ?? "");
      write([{ token, title: named, at: now() }, ...chats.filter((chat) => chat !== known)]);
    },
    remove: (token) => write(list().filter((chat) => chat.token !== token)),
    take(from) {
      const taken = readChats(from.read());
      if (!taken[0]) return;
      const own = list().filter(({ token }) => !taken.some((each) => each.token === token));
      write([...own, ...taken].toSorted((one, other) => other.at - one.at));
      from.forget();
    },
  };
}

function shortened(title: string): string {
  const words = title.replace(/\s+/g, " ").trim();
  const letters = Array.from(words);
  return letters.length > maxTitle ? `${letters.slice(0, maxTitle - 1).join("")}…` : words;
}

function readChats(kept = "[]"): readonly PastChat[] {
  try {
    return (JSON.parse(kept) as readonly unknown[]).filter(isPastChat);
  } catch {
    // It may not be JSON, or not a list.
    return [];
  }
}

function isPastChat(value: unknown): value is PastChat {
  const { token, title, at } = Object(value) as Partial<Record<keyof PastChat, unknown>>;
  return typeof token === "string" && typeof title === "string" && typeof at === "number";
}
