import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { drawnEntries, type Entry } from "../conversation/conversation.ts";
import { messageTools } from "../later/message-tools.ts";
import { markdown } from "../markdown/load-markdown.ts";
import { serviceNow } from "../service-time.ts";
import { useChat } from "./chat-context.ts";
import { DrawnEntry, type DrawnEntryProps } from "./drawn-entry.tsx";
import { ActionForm } from "./later.tsx";
import { isAway } from "./notice-line.tsx";
import { useDrawnPart } from "./use-drawn-part.ts";
import { useReadingPlace } from "./use-reading-place.ts";
import { WelcomeScreen } from "./welcome-screen.tsx";

/** The conversation. It is no live region: a separate one says what is new. */
export function MessageList(): JSX.Element {
  const { chat, words, filling } = useChat();
  const queued = chat.queued.value;
  const entries = [...drawnEntries(chat.conversation.value), ...queued];
  // What history told is no reason to leave the place that is being read.
  const sent = entries.findLast(({ from, key }) => from === "visitor" && !key.startsWith("msg_"))?.key;
  const isAsked = chat.isAnswering.value || queued.length > 0;
  const place = useReadingPlace(sent, isAsked, entries.length === 0, entries.at(-1));
  const part = useDrawnPart(entries, place.scroller);
  const tools = messageTools.module.value;
  const form = filling.value;
  const today = entries[0] && dayOf(serviceNow());
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
            <>
              {part.start > 0 && <div class="earlier" ref={part.beginning} />}
              <ul class="entries" role="list" aria-label={words.messages}>
                {part.entries.map((entry, index) => {
                  const next = part.entries[index + 1];
                  if (entry.replaced) {
                    const isFirst = tools && !part.entries[index - 1]?.replaced;
                    return (
                      isFirst && <tools.EarlierVersions key={entry.key} entries={part.entries.slice(index)} />
                    );
                  }
                  return (
                    <Fragment key={entry.key}>
                      <DayView
                        at={timeOf(entry)}
                        before={timeBefore(entries, part.start + index)}
                        today={today}
                      />
                      <EntryView entry={entry} last={!next} isEnd={next?.from !== "visitor"} />
                    </Fragment>
                  );
                })}
              </ul>
            </>
          )}
          {queued.length > 0 && isAway(chat.notice.value) && <p class="progress unsent">{words.unsent}</p>}
          {form && <ActionForm key={form.action.id} offer={form} />}
        </div>
      </section>
      {tools && !form && <tools.ToEnd go={place.toEnd} />}
    </div>
  );
}

/** An entry that is the same object as before gives the same node, which Preact then leaves alone. */
function EntryView({ entry, last, isEnd }: DrawnEntryProps): JSX.Element {
  return useMemo(() => <DrawnEntry entry={entry} last={last} isEnd={isEnd} />, [entry, last, isEnd]);
}

const dayOf = (at: number): string => new Date(at).toDateString();

const timeOf = (entry: Entry | undefined): number | undefined =>
  entry?.from === "visitor" && !entry.replaced ? entry.at : undefined;

/** A line where another day begins. That all is of today needs none. While an answer grows, days are not counted anew. */
function DayView(props: {
  at: number | undefined;
  before: number | undefined;
  today: string | undefined;
}): JSX.Element | null {
  const { at, before, today } = props;
  const DayLine = markdown.value?.DayLine;
  const { words } = useChat();
  return useMemo(() => {
    const isNew = at !== undefined && dayOf(at) !== (before === undefined ? today : dayOf(before));
    return DayLine && isNew ? <DayLine at={at} /> : null;
  }, [at, before, today, DayLine, words]);
}

/** When the visitor said something last before an entry that still stands. */
function timeBefore(entries: readonly Entry[], index: number): number | undefined {
  for (let at = index - 1; at >= 0; at--) if (timeOf(entries[at]) !== undefined) return timeOf(entries[at]);
  return undefined;
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
