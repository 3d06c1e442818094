import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { cleanText } from "../words/clean-text.ts";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";
import { Mark } from "./mark.tsx";

/** Who one talks to, and the controls for a new chat and for closing. */
export function TitleBar(): JSX.Element {
  const { chat, config, words, close } = useChat();
  const [asking, setAsking] = useState(false);
  const canStartNew = chat.conversation.value.length > 0;
  return (
    <header class="title-bar">
      <Mark size={34} />
      <h1 dir="auto">{cleanText(config.agent.name)}</h1>
      {canStartNew && (
        <button
          type="button"
          class="round quiet"
          aria-label={words.newChat}
          title={words.newChat}
          onClick={() => setAsking(true)}
        >
          <Icon name="compose" />
        </button>
      )}
      <button type="button" class="round quiet" aria-label={words.close} title={words.close} onClick={close}>
        <Icon name="close" size={22} />
      </button>
      {asking && <NewChatQuestion done={() => setAsking(false)} />}
    </header>
  );
}

/** Asks before a conversation is left behind. */
function NewChatQuestion({ done }: { done: () => void }): JSX.Element {
  const { chat, words } = useChat();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="question-dialog" ref={dialog} onClose={done} aria-labelledby="new-chat-question">
      <h2 id="new-chat-question">{words.newChatQuestion}</h2>
      <p>{words.newChatDetail}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={done}>
          {words.cancel}
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            done();
            chat.startNew();
          }}
        >
          {words.newChat}
        </button>
      </div>
    </dialog>
  );
}
