import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { cleanText, confirmLabel, type ConfirmRequest, type QuestionPart } from "@servicechat/contract";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { RequestDetails, RequestFields } from "./request-details.tsx";
import { withWords } from "../words/service-words.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** Refuses, as any answer but `confirmLabel` does. */
const cancelLabel = "Cancel";

/** How much of the buttons must be in view: all but a rounding error. */
const nearlyAll = 0.95;

/**
 * Asks for confirmation: the action, the values filled in, and behind "Details" exactly what will be sent. Once
 * answered, it says how; until then it stays as it is, whatever else is said.
 */
export function ConfirmCard({ part, confirm }: { part: QuestionPart; confirm: ConfirmRequest }): JSX.Element {
  const { chat, confirmCards, confirmInView, scroller, ...context } = useChat();
  const words = withWords(enInputControls, context.words);
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { id, questions, answer } = part;
  useLayoutEffect(() => {
    if (card.current) confirmCards.set(id, card.current);
    return () => void confirmCards.delete(id);
  }, [id]);
  const question = questions[0]?.question ?? "";
  // This changes less often than the conversation.
  const isOutdated = useMemo(
    () => computed(() => hasNewerRequest(chat.conversation.value, id)),
    [chat, id],
  ).value;
  const isOpen = !answer && !isOutdated;
  useLayoutEffect(() => {
    if (!isOpen || !buttons.current) return;
    const see = (isInView: boolean): void => {
      if (isInView) confirmInView.value = id;
      else if (confirmInView.peek() === id) confirmInView.value = undefined;
    };
    const observer = new IntersectionObserver((seen) => see(seen.at(-1)?.isIntersecting === true), {
      root: scroller.current,
      threshold: nearlyAll,
    });
    observer.observe(buttons.current);
    see(true); // until the observer knows: the line that leads to them would only flash
    return () => {
      observer.disconnect();
      see(false);
    };
  }, [id, isOpen]);
  const isBlocked = chat.isAnswering.value || chat.state.value === "unavailable";
  const isConfirmed = answer?.answers[question] === confirmLabel && !answer.skipped;
  // The buttons are not disabled: one with the focus would lose it when an answer begins in another tab.
  const give = (label: string): void => {
    if (!isBlocked) chat.answer(id, { [question]: label }, false);
  };
  return (
    <section
      ref={card}
      class={answer || isOutdated ? "question confirm answered" : "question confirm"}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <div>
        <span class="question-header">{words.confirmFirst}</span>
        <h2 id={title} class="question-text" dir="auto">
          {cleanText(confirm.title)}
        </h2>
      </div>
      <RequestFields confirm={confirm} />
      <RequestDetails confirm={confirm} />
      {answer ? (
        <p class={isConfirmed ? "outcome" : "outcome refused"}>
          {icon(isConfirmed ? "check" : "cross", 16)}
          {isConfirmed ? words.confirmed : words.notConfirmed}
        </p>
      ) : isOutdated ? (
        <p class="outcome refused">{words.outdated}</p>
      ) : (
        <div ref={buttons} class="question-buttons">
          <button type="button" class="button" aria-disabled={isBlocked} onClick={() => give(cancelLabel)}>
            {words.cancel}
          </button>
          <button
            type="button"
            class="button primary"
            aria-disabled={isBlocked}
            onClick={() => give(confirmLabel)}
          >
            {words.confirm}
          </button>
        </div>
      )}
    </section>
  );
}

/**
 * Whether the visitor was asked to confirm something else after this question. The service asks about the older one
 * again.
 */
function hasNewerRequest(conversation: Conversation, questionId: string): boolean {
  const asked = conversation.flatMap((entry) =>
    entry.from === "agent" && !entry.replaced ? entry.parts : [],
  );
  const requests = asked.flatMap((part) => (part.type === "question" && part.confirm ? [part.id] : []));
  return requests.includes(questionId) && requests.at(-1) !== questionId;
}
