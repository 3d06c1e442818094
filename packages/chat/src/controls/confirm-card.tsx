import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { cleanText, confirmLabel, type ConfirmRequest, type QuestionPart } from "@servicechat/contract";
import { hasNewerRequest } from "../conversation/newer-request.ts";
import { enControls } from "../words/en-controls.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { RequestDetails } from "./request-details.tsx";
import { RequestFields } from "./request-fields.tsx";
import { withWords } from "../words/service-words.ts";

/** Refuses, as any other answer but `confirmLabel` does. */
const cancelLabel = "Cancel";

/**
 * Asks before something is done: what it is, with what is filled in, and behind "Details" exactly what will be sent. Once
 * answered, it says how; until then it stays as it is, whatever else is said.
 */
export function ConfirmCard({ part, confirm }: { part: QuestionPart; confirm: ConfirmRequest }): JSX.Element {
  const { chat, confirmCards, ...context } = useChat();
  const words = withWords(enControls, context.words);
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const { id, questions, answer } = part;
  useLayoutEffect(() => {
    if (card.current) confirmCards.set(id, card.current);
    return () => void confirmCards.delete(id);
  }, [id]);
  const question = questions[0]?.question ?? "";
  // This changes less often than the conversation does.
  const isOutdated = useMemo(
    () => computed(() => hasNewerRequest(chat.conversation.value, id)),
    [chat, id],
  ).value;
  const isBlocked = chat.isAnswering.value || chat.state.value === "unavailable";
  const isConfirmed = answer?.answers[question] === confirmLabel && !answer.skipped;
  const give = (label: string): void => chat.answer(id, { [question]: label }, false);
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
        <div class="question-buttons">
          <button type="button" class="button" disabled={isBlocked} onClick={() => give(cancelLabel)}>
            {words.cancel}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isBlocked}
            onClick={() => give(confirmLabel)}
          >
            {words.confirm}
          </button>
        </div>
      )}
    </section>
  );
}
