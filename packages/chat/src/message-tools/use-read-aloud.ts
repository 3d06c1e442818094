import { useEffect, useMemo } from "preact/hooks";
import { detectLanguage } from "@servicechat/contract/language";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { isComposing } from "../screens/is-composing.ts";
import { createReadAloud } from "./read-aloud.ts";

/** A browser has one voice. Many browsers have none. */
const aloud = createReadAloud({
  synthesis: typeof speechSynthesis === "undefined" ? undefined : speechSynthesis,
  utter: (text) => new SpeechSynthesisUtterance(text),
});

/** Reading one answer aloud. */
interface Reading {
  /** Whether there is a voice for its language, and something to read. */
  readonly isPossible: boolean;
  readonly isOn: boolean;
  /** Starts it, or stops it. */
  readonly toggle: () => void;
}

/** Reads an answer in its own language. It ends with Escape, with the panel, with the answer's chat and with the page. */
export function useReadAloud(reply: ReplyEntry): Reading {
  const { chat, dialogs, lazy, words } = useChat();
  const toSpoken = lazy.answerView.module.value?.spokenText;
  const text = useMemo(() => toSpoken?.(reply, chat.conversation.peek()) ?? [], [reply, toSpoken]);
  const language = useMemo(() => detectLanguage(text.join("\n")) ?? words.lang, [text, words]);
  const isOn = aloud.current.value === reply.key;

  useEffect(() => {
    if (!isOn) return;
    function onKeyDown(event: KeyboardEvent): void {
      const isTaken = isComposing(event) || dialogs.isAnyOpen() || document.querySelector("[role=menu]");
      if (event.key !== "Escape" || isTaken) return;
      event.stopPropagation(); // otherwise the frame would close
      aloud.stop();
    }
    // Before everything else that Escape closes: what is heard comes first.
    document.addEventListener("keydown", onKeyDown, true);
    for (const type of ends) addEventListener(type, aloud.stop);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      for (const type of ends) removeEventListener(type, aloud.stop);
      if (aloud.current.peek() === reply.key) aloud.stop();
    };
  }, [isOn]);

  return {
    isPossible: text.length > 0 && aloud.languages.value.has(language.slice(0, 2)),
    isOn,
    toggle: () => (isOn ? aloud.stop() : aloud.start(reply.key, text, language)),
  };
}

/** The frame reports the first one when its panel is closed. Some browsers continue to speak after a page is left. */
const ends = ["close", "pagehide"];
