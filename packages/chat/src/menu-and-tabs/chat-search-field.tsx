import type { JSX } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Device } from "../context/device.ts";
import { icon } from "../screens/icon.tsx";
import { isComposing } from "../screens/is-composing.ts";
import type { MenuAndTabsWords } from "../words/words.ts";
import { createChatSearch, type FoundChat } from "./search-chats.ts";

/** With fewer chats, all of them are seen at once. */
const worthSearching = 6;

/** The search in past chats. */
interface ChatSearching {
  /** The chats to show. */
  readonly found: readonly FoundChat[];
  /** The field above the list; nothing if there are too few chats. */
  readonly field: JSX.Element | null;
  /** What was searched, and what searches more, below the list. */
  readonly more: JSX.Element | null;
}

/** Searches the titles of past chats with each letter, and their messages a few chats at a time, when that is wanted. */
export function useChatSearch(device: Device, words: MenuAndTabsWords): ChatSearching {
  const search = useMemo(() => createChatSearch(device.client), [device]);
  const [wanted, setWanted] = useState("");
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [, setRead] = useState(0);
  const leaving = useRef(new AbortController()).current;
  const id = useId();
  useEffect(() => () => leaving.abort(), []);

  const chats = device.pastChats.value;
  const found = search.find(chats, wanted);
  const read = search.countRead(chats);
  const isSearching = wanted.trim() !== "";

  async function readOn(): Promise<void> {
    if (isReading || !isSearching) return;
    setReading(true);
    setFailed(false);
    try {
      await search.readOn(chats, () => setRead((count) => count + 1), leaving.signal);
    } catch {
      setFailed(true);
    }
    setReading(false);
  }

  const field = chats.length >= worthSearching && (
    <div class="past-search">
      {icon("search", 18)}
      <input
        type="search"
        dir="auto"
        value={wanted}
        aria-label={words.searchChats}
        placeholder={words.searchChats}
        aria-describedby={isSearching ? id : undefined}
        enterkeyhint="search"
        onInput={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter") void readOn();
          // The first Escape empties the field, the next one closes the list.
          if (event.key !== "Escape" || wanted === "") return;
          event.preventDefault();
          event.stopPropagation();
          setWanted("");
        }}
      />
    </div>
  );
  const more = isSearching && (
    <div class="past-more">
      <p id={id} role="status">
        {words.chatsFound(found.length)}
        {read > 0 && ` · ${words.chatsSearched(read)}`}
      </p>
      {hasFailed && <p role="alert">{words.searchFailed}</p>}
      {isReading && <span class="spinner" />}
      {read < chats.length && (
        <button type="button" class="button" aria-disabled={isReading} onClick={() => void readOn()}>
          {read === 0 ? words.searchMessages : words.searchOlder}
        </button>
      )}
    </div>
  );
  return { found, field: field || null, more: more || null };
}
