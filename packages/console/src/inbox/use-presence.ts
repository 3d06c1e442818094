import { useCallback, useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import type { PresentOperator } from "../app/live-updates.ts";

/** Others consider somebody gone after 30 seconds without a signal, and no longer typing after 8. In milliseconds. */
const [everyMs, typingMs] = [20_000, 4_000];

/**
 * Tells colleagues that this person is looking at a chat while the page is visible. Returns a function that reports
 * typing.
 */
export function usePresence(chat: string): () => void {
  const { api, me } = useConsole();
  const isPerson = me.value?.kind === "operator";
  const toldTyping = useRef(0);
  const tell = useCallback(
    (typing: boolean) => {
      if (!isPerson || document.visibilityState === "hidden") return;
      const body = typing ? { typing } : {};
      // It does not matter if this fails.
      void api.send("POST", `chats/${encodeURIComponent(chat)}/presence`, { body }).catch(() => undefined);
    },
    [api, chat, isPerson],
  );
  useEffect(() => {
    tell(false);
    const timer = setInterval(() => tell(Date.now() - toldTyping.current < typingMs), everyMs);
    return () => clearInterval(timer);
  }, [tell]);
  return useCallback(() => {
    if (Date.now() - toldTyping.current < typingMs) return;
    toldTyping.current = Date.now();
    tell(true);
  }, [tell]);
}

/** Colleagues who are currently looking at a chat. */
export function useColleaguesIn(chat: string): readonly PresentOperator[] {
  const { live, me } = useConsole();
  return (live.value?.presence.value.get(chat) ?? []).filter(({ id }) => id !== me.value?.id);
}
