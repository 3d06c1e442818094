import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { drawnEntries } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { DrawnEntry, type DrawnEntryProps } from "./drawn-entry.tsx";
import { ActionForm } from "./lazy-input-controls.tsx";
import { useIsAway } from "./notice-line.tsx";
import { useDrawnPart } from "./use-drawn-part.ts";
import { useReadingPlace } from "./use-reading-place.ts";
import { WelcomeScreen } from "./welcome-screen.tsx";

/** The conversation. It is not a live region: a separate one announces news. */
export function MessageList(): JSX.Element {
  const { chat, handoff, lazy, scroller, words, filling } = useChat();
  const isAway = useIsAway();
  const queued = chat.queued.value;
  const drawn = drawnEntries(chat.conversation.value);
  const entries = [...(handoff.value?.linesOf(drawn) ?? drawn), ...queued];
  const lastKey = (queued.at(-1) ?? drawn.at(-1))?.key;
  // Messages from history are no reason to leave the current reading place.
  const sent = entries.findLast(({ from, key }) => from === "visitor" && !key.startsWith("msg_"))?.key;
  const isAsked = chat.isAnswering.value || queued.length > 0;
  const place = useReadingPlace(sent, isAsked, entries.length === 0, entries.at(-1));
  const part = useDrawnPart(entries, scroller);
  const tools = lazy.messageTools.module.value;
  const { TimeLine, placeInGroup } = lazy.answerView.module.value ?? {};
  const form = filling.value;
  return (
    <div class="conversation">
      <section
        class="scroller"
        ref={scroller}
        aria-label={words.conversation}
        tabIndex={0}
        onScroll={place.onScroll}
        onClickCapture={place.onClickCapture}
      >
        <div class="column" ref={place.content}>
          {entries.length === 0 ? (
            <Beginning />
          ) : (
            <>
              {part.start > 0 && <div class="earlier" ref={part.beginning} />}
              <ul class="entries" role="list" aria-label={words.messages}>
                {part.entries.map((entry, index) => {
                  if (entry.replaced) {
                    const isFirst = tools && !part.entries[index - 1]?.replaced;
                    return (
                      isFirst && <tools.EarlierVersions key={entry.key} entries={part.entries.slice(index)} />
                    );
                  }
                  return (
                    <Fragment key={entry.key}>
                      {TimeLine && <TimeLine entries={entries} index={part.start + index} />}
                      <EntryView
                        entry={entry}
                        last={entry.key === lastKey}
                        {...placeInGroup?.(entries, part.start + index)}
                      />
                    </Fragment>
                  );
                })}
              </ul>
            </>
          )}
          {queued.length > 0 && isAway && <p class="progress unsent">{words.unsent}</p>}
          {form && <ActionForm key={form.action.id} offer={form} />}
        </div>
      </section>
      {tools && !form && <tools.ToEnd go={place.toEnd} />}
    </div>
  );
}

/** An entry that is the same object as before returns the same node, which Preact then skips. */
function EntryView({ entry, last, namesAuthor, follows, isEnd }: DrawnEntryProps): JSX.Element {
  return useMemo(
    () => <DrawnEntry {...{ entry, last, namesAuthor, follows, isEnd }} />,
    [entry, last, namesAuthor, follows, isEnd],
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
