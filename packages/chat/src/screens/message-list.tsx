import type { JSX } from "preact";
import { drawnEntries, type Entry } from "../conversation/conversation.ts";
import { cleanText } from "@servicechat/contract";
import { useChat } from "./chat-context.ts";
import { FileView } from "./file-view.tsx";
import { Icon } from "./icon.tsx";
import { ActionForm } from "./later.tsx";
import { ReplyView } from "./reply-view.tsx";
import { useReadingPlace } from "./use-reading-place.ts";
import { WelcomeScreen } from "./welcome-screen.tsx";

/** The conversation. It is no live region: a separate one says what is new. */
export function MessageList(): JSX.Element {
  const { chat, words, filling } = useChat();
  const entries = drawnEntries(chat.conversation.value);
  const sent = entries.findLast((entry) => entry.from === "visitor")?.key;
  const place = useReadingPlace(sent, chat.isAnswering.value);
  const form = filling.value;
  return (
    <div class="conversation">
      <section
        class="scroller"
        ref={place.scroller}
        aria-label={words.conversation}
        tabIndex={0}
        onScroll={place.onScroll}
        onClickCapture={place.onClickCapture}
      >
        <div class="column" ref={place.content}>
          {entries.length === 0 ? (
            <Beginning />
          ) : (
            <ul class="entries" role="list" aria-label={words.messages}>
              {entries.map((entry, index) => (
                <EntryView key={entry.key} entry={entry} last={index === entries.length - 1} />
              ))}
            </ul>
          )}
          {form && <ActionForm key={form.action.id} offer={form} />}
        </div>
      </section>
      {place.isBehind && !form && (
        <button type="button" class="new-messages" onClick={place.toEnd}>
          <Icon name="down" size={16} />
          {words.newMessages}
        </button>
      )}
    </div>
  );
}

function EntryView({ entry, last }: { entry: Entry; last: boolean }): JSX.Element | null {
  const { words } = useChat();
  if (entry.from === "agent") {
    return (
      <li>
        <ReplyView reply={entry} last={last} />
      </li>
    );
  }
  if (entry.file) {
    return (
      <li class="said">
        <FileView file={entry.file} />
      </li>
    );
  }
  if (entry.text === "") return null;
  return (
    <li class="said">
      <p class="bubble" dir="auto">
        <span class="unseen" dir="auto">
          {words.you}{" "}
        </span>
        {cleanText(entry.text)}
      </p>
    </li>
  );
}

function Beginning(): JSX.Element {
  const { chat, words } = useChat();
  if (chat.state.value !== "loading") return <WelcomeScreen />;
  return (
    <div class="loading">
      <span class="spinner" />
      <span class="unseen">{words.loading}</span>
    </div>
  );
}
