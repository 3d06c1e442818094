import { useEffect, useRef } from "preact/hooks";
import type { Entry, Transcript } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

/**
 * Notes that the person has seen the visitor's newest message of an open chat, once for each, while the page is visible.
 *
 * @param seen called when it is noted
 */
export function useSeen({ chat, entries }: Transcript, seen: () => void): void {
  const { api, me } = useConsole();
  const isPerson = me.value?.kind === "operator";
  const noted = useRef<string>(undefined);
  const newest = newestOfVisitor(entries);
  useEffect(() => {
    if (newest === undefined || chat.unread !== true || !isPerson) return undefined;
    const note = (): void => {
      if (document.visibilityState === "hidden" || noted.current === newest) return;
      noted.current = newest;
      api
        .send("POST", `chats/${encodeURIComponent(chat.id)}/seen`, { body: { message: newest } })
        .then(seen)
        // The chat stays unread, and is noted with its next message or when it is opened again.
        .catch(() => undefined);
    };
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [newest, chat.unread, isPerson]);
}

/** Id of the visitor's newest message; `undefined` if they have written none. */
export function newestOfVisitor(entries: readonly Entry[]): string | undefined {
  return entries.findLast((entry) => entry.type === "message" && entry.role === "user")?.id;
}
