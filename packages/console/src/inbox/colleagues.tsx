import type { JSX } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import type { PresentOperator } from "../app/live-updates.ts";
import { showHidden } from "../ui/show-hidden.ts";

/** Which colleagues are looking at a chat, and which of them are writing. */
export function ColleaguesHere({ chat }: { chat: string }): JSX.Element {
  const { inbox: text } = useConsole().words;
  const here = useColleaguesIn(chat);
  const writing = here.filter(({ typing }) => typing);
  const looking = here.filter(({ typing }) => !typing);
  const names = (of: typeof here): string => of.map(({ name }) => showHidden(name)).join(", ");
  return (
    <p class="colleagues-here" role="status">
      {writing.length > 0 && <span>{text.areWriting(names(writing), writing.length)}</span>}
      {looking.length > 0 && <span>{text.areLooking(names(looking), looking.length)}</span>}
    </p>
  );
}

/** Others consider somebody gone after 30 seconds without a signal, and no longer typing after 8. In milliseconds. */
const [presenceMs, typingMs] = [20_000, 4_000];

/**
 * Shows colleagues that this person is looking at a chat while the page is visible. Returns a function that reports
 * typing.
 */
export function usePresence(chat: string): () => void {
  const { api, me } = useConsole();
  const isPerson = me.value?.kind === "operator";
  const reportedTyping = useRef(0);
  const report = useCallback(
    (typing: boolean) => {
      if (!isPerson || document.visibilityState === "hidden") return;
      const body = typing ? { typing } : {};
      // It does not matter if this fails.
      void api.send("POST", `chats/${encodeURIComponent(chat)}/presence`, { body }).catch(() => undefined);
    },
    [api, chat, isPerson],
  );
  useEffect(() => {
    report(false);
    const timer = setInterval(() => report(Date.now() - reportedTyping.current < typingMs), presenceMs);
    return () => clearInterval(timer);
  }, [report]);
  return useCallback(() => {
    if (Date.now() - reportedTyping.current < typingMs) return;
    reportedTyping.current = Date.now();
    report(true);
  }, [report]);
}

/** Colleagues who are currently looking at a chat. */
function useColleaguesIn(chat: string): readonly PresentOperator[] {
  const { live, me } = useConsole();
  return (live.value?.presence.value.get(chat) ?? []).filter(({ id }) => id !== me.value?.id);
}
