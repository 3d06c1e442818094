import type { JSX } from "preact";
import { useChat } from "../context/chat-context.ts";

/** Below the newest answer, if its length cut it off: asks for the rest in the visitor's words. */
export function GoOn(): JSX.Element | null {
  const { chat, composer, editing, filling, handoff, words } = useChat();
  if (handoff.value?.isHeld.value || filling.value || editing.value || chat.state.value !== "ready")
    return null;

  function goOn(): void {
    chat.send(words.go);
    // The clicked button disappears. On a phone, a keyboard would cover the answer.
    if (matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }

  return (
    <button type="button" class="button go-on" onClick={goOn}>
      {words.go}
    </button>
  );
}
