import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { drawnEntries } from "../conversation/conversation.ts";
import { cleanText } from "../words/clean-text.ts";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";
import { ReplyView } from "./reply-view.tsx";
import { WelcomeScreen } from "./welcome-screen.tsx";

/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;

/**
 * The conversation. It keeps its end in view as long as the visitor reads there; scrolled away, it stays put and
 * offers a way back. It is no live region: a separate one says what is new.
 */
export function MessageList(): JSX.Element {
  const { chat, words } = useChat();
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [isBehind, setBehind] = useState(false);
  const entries = drawnEntries(chat.conversation.value);
  const sent = entries.findLast((entry) => entry.from === "visitor")?.key;

  function toEnd(): void {
    atEnd.current = true;
    setBehind(false);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }

  useEffect(() => {
    if (!content.current) return;
    const observer = new ResizeObserver(() => (atEnd.current ? toEnd() : setBehind(true)));
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  // What one has just said is what one wants to see.
  useEffect(toEnd, [sent]);

  function onScroll(): void {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    if (atEnd.current) setBehind(false);
  }

  return (
    <div class="conversation">
      <section
        class="scroller"
        ref={scroller}
        aria-label={words.conversation}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div class="column" ref={content}>
          {entries.length === 0 ? (
            <Beginning />
          ) : (
            <ul class="entries" role="list" aria-label={words.messages}>
              {entries.map((entry, index) =>
                entry.from === "agent" ? (
                  <li key={entry.key}>
                    <ReplyView reply={entry} last={index === entries.length - 1} />
                  </li>
                ) : (
                  entry.text && (
                    <li key={entry.key} class="said">
                      <p class="bubble" dir="auto">
                        <span class="unseen">{words.you} </span>
                        {cleanText(entry.text)}
                      </p>
                    </li>
                  )
                ),
              )}
            </ul>
          )}
        </div>
      </section>
      {isBehind && (
        <button type="button" class="new-messages" onClick={toEnd}>
          <Icon name="down" size={16} />
          {words.newMessages}
        </button>
      )}
    </div>
  );
}

function Beginning(): JSX.Element {
  const { chat, words } = useChat();
  if (chat.state.value === "loading") {
    return (
      <div class="loading">
        <span class="spinner" />
        <span class="unseen">{words.loading}</span>
      </div>
    );
  }
  return <WelcomeScreen />;
}
