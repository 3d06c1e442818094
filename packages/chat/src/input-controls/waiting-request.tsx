import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { cleanText, type QuestionPart } from "@servicechat/contract";
import type { Conversation, ReplyPart } from "../conversation/conversation.ts";
import { restoredForm } from "./persisted-entries.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/**
 * Says above the composer that a request out of view still waits for the visitor, and links to it. It also opens the
 * form that was open on the previous page.
 */
export function WaitingRequest(): JSX.Element | null {
  const { chat, filling, entries, confirmCards, confirmInView, scroller, ...context } = useChat();
  const words = withWords(enInputControls, context.words);
  const agent = chat.agent.value;
  useEffect(() => {
    if (agent) filling.value ??= restoredForm(entries, agent);
  }, [agent]);
  // This changes less often than the conversation.
  const waiting = useMemo(() => computed(() => waitingRequest(chat.conversation.value)), [chat]).value;
  if (!waiting?.confirm || chat.state.value === "unavailable") return null;
  const { id } = waiting;
  if (confirmInView.value === id) return null;
  // Only the end of a long conversation is drawn: focusing its beginning draws what comes before it.
  function leadTo(): void {
    const card = confirmCards.get(id);
    if (!card) return scroller.current?.scrollTo(0, 0);
    card.scrollIntoView({ block: "center" });
    card.focus({ preventScroll: true });
  }
  return (
    <p class="notice waiting-request" role="status">
      <span dir="auto">{words.stillWaiting(cleanText(waiting.confirm.title))}</span>
      <button type="button" class="button" onClick={leadTo}>
        {words.showIt}
      </button>
    </p>
  );
}

/** The newest request to confirm, if it is open and a message was sent since. */
function waitingRequest(conversation: Conversation): QuestionPart | undefined {
  const replies = conversation.filter((entry) => entry.from === "agent").filter(({ replaced }) => !replaced);
  const asking = replies.findLastIndex(({ parts }) => parts.some(asksToConfirm));
  const asked = asking < replies.length - 1 ? replies[asking]?.parts.find(asksToConfirm) : undefined;
  return asked?.answer ? undefined : asked;
}

const asksToConfirm = (part: ReplyPart): part is QuestionPart =>
  part.type === "question" && part.confirm !== undefined;
