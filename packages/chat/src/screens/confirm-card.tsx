import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { cleanText, confirmLabel, type ConfirmRequest } from "@servicechat/contract";
import type { ReplyPart } from "../conversation/conversation.ts";
import { controlWords } from "../words/control-words.ts";
import { useChat } from "./chat-context.ts";
import { exactText } from "./exact-text.ts";
import { icon } from "./icon.tsx";

type QuestionPart = Extract<ReplyPart, { type: "question" }>;

/** Refuses, as any other answer but `confirmLabel` does. */
const cancelLabel = "Cancel";

/** Asks before something is done, with exactly what will be sent; once answered, says how. */
export function ConfirmCard({ part, confirm }: { part: QuestionPart; confirm: ConfirmRequest }): JSX.Element {
  const { chat, ...context } = useChat();
  const words = controlWords(context.words);
  const title = useId();
  const { id, questions, answer } = part;
  const question = questions[0]?.question ?? "";
  const isBlocked = chat.isAnswering.value || chat.state.value === "unavailable";
  const isConfirmed = answer?.answers[question] === confirmLabel && !answer.skipped;
  const give = (label: string): void => chat.answer(id, { [question]: label }, false);
  return (
    <section class={answer ? "question confirm answered" : "question confirm"} aria-labelledby={title}>
      <div>
        <span class="question-header">{words.confirmFirst}</span>
        <h2 id={title} class="question-text" dir="auto">
          {cleanText(confirm.title)}
        </h2>
      </div>
      <div class="request" dir="ltr" role="group" aria-label={words.exactRequest}>
        <code>{exactText(confirm.request)}</code>
        {confirm.body !== undefined && <pre tabIndex={0}>{exactText(confirm.body)}</pre>}
      </div>
      {answer ? (
        <p class={isConfirmed ? "outcome" : "outcome refused"}>
          {icon(isConfirmed ? "check" : "cross", 16)}
          {isConfirmed ? words.confirmed : words.notConfirmed}
        </p>
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
