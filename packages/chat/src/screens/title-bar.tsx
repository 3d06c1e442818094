import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { AskFirst } from "./ask-first.tsx";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";
import { Mark } from "./mark.tsx";

/**
 * Who one talks to, and the controls for a new chat and for closing. A floating card has no bar: only the controls are
 * seen (decisions, "Host page").
 */
export function TitleBar(): JSX.Element {
  const { chat, config, words, close } = useChat();
  const [asking, setAsking] = useState(false);
  const canStartNew = chat.conversation.value.length > 0;
  const isCard = config.branding.style === "floating";
  return (
    <header class={isCard ? "title-bar card-controls" : "title-bar"}>
      {!isCard && <Mark size={34} />}
      <h1 class={isCard ? "unseen" : undefined} dir="auto">
        {cleanText(config.agent.name)}
      </h1>
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
      {close && (
        <button
          type="button"
          class="round quiet"
          aria-label={words.close}
          title={words.close}
          onClick={close}
        >
          <Icon name="close" size={22} />
        </button>
      )}
      {asking && (
        <AskFirst
          question={words.newChatQuestion}
          detail={words.newChatDetail}
          cancel={() => setAsking(false)}
        >
          <button
            type="button"
            class="button primary"
            onClick={() => {
              setAsking(false);
              chat.startNew();
            }}
          >
            {words.newChat}
          </button>
        </AskFirst>
      )}
    </header>
  );
}
