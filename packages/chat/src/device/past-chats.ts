import type { PastChat } from "../context/device.ts";
import { keptDays } from "../session/kept-days.ts";
import type { PersistedValue } from "../session/persisted-value.ts";

/** The chats of one agent on this device, newest first. Nothing here throws. */
interface PastChats {
  list(): readonly PastChat[];
  /** Notes that something was said in a chat just now, and what it is called by now. */
  note(token: string, title: string): void;
  remove(token: string): void;
  /** Takes over what another list holds, which holds nothing then. */
  take(from: PersistedValue): void;
}

/** How many are kept, how long after their last message, and how much of the first question. */
const max = 20;
const keptFor = keptDays * 24 * 60 * 60 * 1000;
const maxTitle = 80;

/**
 * Keeps the list.
 *
 * @param stored only a storage of its own: the list is too large for a cookie, and where there is none, none is kept
 * @param now milliseconds since 1970, by a clock that is right: a wrong one would take chats from the list
 */
export function createPastChats({
  stored,
  now,
}: {
  readonly stored: PersistedValue;
  readonly now: () => number;
}): PastChats {
  const write = (chats: readonly PastChat[]): void =>
    stored.write(chats.length > 0 ? JSON.stringify(chats.slice(0, max)) : "");

  const list = (): readonly PastChat[] => readChats(stored.read()).filter(({ at }) => now() - at < keptFor);

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
    // It may be no JSON, and no list.
    return [];
  }
}

function isPastChat(value: unknown): value is PastChat {
  const { token, title, at } = Object(value) as Partial<Record<keyof PastChat, unknown>>;
  return typeof token === "string" && typeof title === "string" && typeof at === "number";
}
