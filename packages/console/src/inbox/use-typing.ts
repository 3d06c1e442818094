import { useCallback, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";

/** For about this long, visitors see that somebody is typing, in milliseconds. */
const everyMs = 3_000;

/** Tells the visitor that a person is typing, at most once per interval. It does not matter if this fails. */
export function useTyping(chat: string): () => void {
  const { api } = useConsole();
  const toldAt = useRef(0);
  return useCallback(() => {
    const now = Date.now();
    if (now - toldAt.current < everyMs) return;
    toldAt.current = now;
    void api.send("POST", `chats/${encodeURIComponent(chat)}/typing`).catch(() => undefined);
  }, [api, chat]);
}
