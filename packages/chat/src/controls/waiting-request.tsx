import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { cleanText, type QuestionPart } from "@servicechat/contract";
import type { Conversation, ReplyPart } from "../conversation/conversation.ts";
import { restoredForm } from "../forms/restored-form.ts";
import { enControls } from "../words/en-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";

/**
 * Says above the composer that a request further up still waits for the visitor, and leads there. It also opens the form
 * that was open on the page before.
 */
export function WaitingRequest(): JSX.Element | null {
  const { chat, filling, entries, confirmCards, scroller, ...context } = useChat();
  const words = withWords(enControls, context.words);
  const agent = chat.agent.value;
  useEffect(() => {
    if (agent) filling.value ??= restoredForm(entries, agent);
  }, [agent]);
  // This changes less often than the conversation does.
  const waiting = useMemo(() => computed(() => waitingRequest(chat.conversation.value)), [chat]).value;
  if (!waiting?.confirm || chat.state.value === "unavailable") return null;
  const { id } = waiting;
  // Of a long conversation only the end is drawn: from its beginning on, what lies before comes too.
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

/** The newest request that was asked about, if it is open and something was said since. */
function waitingRequest(conversation: Conversation): QuestionPart | undefined {
  const replies = conversation.filter((entry) => entry.from === "agent").filter(({ replaced }) => !replaced);
  const asking = replies.findLastIndex(({ parts }) => parts.some(asksToConfirm));
  const asked = asking < replies.length - 1 ? replies[asking]?.parts.find(asksToConfirm) : undefined;
  return asked?.answer ? undefined : asked;
}

const asksToConfirm = (part: ReplyPart): part is QuestionPart =>
  part.type === "question" && part.confirm !== undefined;
