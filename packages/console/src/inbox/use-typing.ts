import { useCallback, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";

/** Visitors see that somebody writes for about so long, in milliseconds. */
const everyMs = 3_000;

/** Tells the visitor that a person is writing, at most so often. Whether it gets there changes nothing. */
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
