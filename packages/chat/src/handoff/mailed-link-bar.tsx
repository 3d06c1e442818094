import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MailedLink } from "../context/handoff.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { enHandoff } from "../words/en-handoff.ts";
import { failureText, withWords } from "../words/service-words.ts";

/** Tells screen readers about the question whether to continue the chat of a mailed link. */
export function MailedLinkStatus({ mailed }: { mailed: MailedLink }): JSX.Element {
  const { words: known } = useChat();
  const { mailedReply } = withWords(enHandoff, known);
  const isFound = mailed.state.value?.step === "found";
  const [said, setSaid] = useState("");
  // The link may be there first, and the initial content of a live region is not read out.
  useEffect(() => setSaid(isFound ? mailedReply : ""), [isFound, mailedReply]);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}

/** Asks whether to continue the chat of a mailed link, and says why it did not open. */
export function MailedLinkBar({ mailed }: { mailed: MailedLink }): JSX.Element | null {
  const { words: known } = useChat();
  const words = withWords(enHandoff, known);
  const state = mailed.state.value;
  if (!state) return null;
  const isOpening = state.step === "opening";
  const dismiss = !isOpening && (
    <button
      type="button"
      class="round quiet"
      aria-label={words.cancel}
      title={words.cancel}
      onClick={mailed.dismiss}
    >
      {icon("cross", 18)}
    </button>
  );
  if (state.step === "failed")
    return (
      <section class="notice handoff-bar" role="alert">
        <div class="handoff-head">
          <span class="handoff-words" dir="auto">
            {failureText(state.code, state.message, words)}
          </span>
          <span class="handoff-controls">{dismiss}</span>
        </div>
      </section>
    );
  return (
    <section class="notice handoff-bar mailed-link" aria-busy={isOpening}>
      <div class="handoff-head">
        {isOpening && <span class="spinner" />}
        <strong dir="auto">{words.mailedReply}</strong>
        <span class="handoff-controls">{dismiss}</span>
      </div>
      <p>{words.mailedDetail}</p>
      <button type="button" class="button primary" aria-disabled={isOpening} onClick={mailed.open}>
        {words.continueChat}
      </button>
    </section>
  );
}
