import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { Handoff } from "../context/handoff.ts";
import { useChat } from "../context/chat-context.ts";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";

/** Above the composer: that a person is awaited or speaks, and what can be done about it. */
export function HandoffBar({ handoff }: { handoff: Handoff }): JSX.Element | null {
  const { chat, words: known } = useChat();
  const words = withWords(enHandoff, known);
  const { holder, name = "" } = handoff.holding.value;
  const typing = handoff.typing.value;
  const [failed, setFailed] = useState(false);
  useEffect(() => setFailed(false), [holder]);
  if (holder === "agent" || chat.state.value === "unavailable") return null;

  function goBack(): void {
    setFailed(false);
    chat.backToAgent().then(
      () => void chat.look(),
      () => setFailed(true),
    );
  }

  const isWaiting = holder === "waiting";
  return (
    <section class="notice handoff-bar">
      {isWaiting && <span class="spinner" />}
      <p>
        <strong>{isWaiting ? words.waitingForPerson : words.talkingTo(cleanText(name))}</strong>
        {typing === undefined ? (
          isWaiting && <span>{words.waitingDetail}</span>
        ) : (
          <span>{words.personTyping(cleanText(typing))}</span>
        )}
        {failed && <span role="alert">{words.failed}</span>}
      </p>
      <button type="button" class="button" onClick={goBack}>
        {isWaiting ? words.cancel : words.backToAssistant}
      </button>
    </section>
  );
}
