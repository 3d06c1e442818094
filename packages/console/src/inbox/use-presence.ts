import { useCallback, useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import type { PresentOperator } from "../app/live-updates.ts";

/** Others take somebody for gone after 30 seconds without a word, and for no longer writing after 8. In milliseconds. */
const [everyMs, typingMs] = [20_000, 4_000];

/** Tells colleagues that one looks at a chat for as long as the page can be seen, and gives what tells that one writes. */
export function usePresence(chat: string): () => void {
  const { api, me } = useConsole();
  const isPerson = me.value?.kind === "operator";
  const toldTyping = useRef(0);
  const tell = useCallback(
    (typing: boolean) => {
      if (!isPerson || document.visibilityState === "hidden") return;
      const body = typing ? { typing } : {};
      // Whether it gets there changes nothing.
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

/** Colleagues who look at a chat just now. */
export function useColleaguesIn(chat: string): readonly PresentOperator[] {
  const { live, me } = useConsole();
  return (live.value?.presence.value.get(chat) ?? []).filter(({ id }) => id !== me.value?.id);
}
