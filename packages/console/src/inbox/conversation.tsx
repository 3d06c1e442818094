import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Chat, Entry } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { EntryView } from "../chats/entry-view.tsx";
import type { OutgoingMessage } from "./outbox/outbox.ts";
import { OutgoingView } from "./outbox/outgoing-view.tsx";

/** Somebody this close to the end is still reading it; in pixels. */
const nearEnd = 80;

/**
 * The conversation, including the answer in progress and messages on their way to the visitor. The end stays in view.
 */
export function Conversation({ chat, entries }: { chat: Chat; entries: readonly Entry[] }): JSX.Element {
  const { words, outbox } = useConsole();
  const frame = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const outgoing = useOutgoing(chat.id, entries);
  useLayoutEffect(() => {
    if (isAtEnd.current) frame.current?.scrollTo(0, frame.current.scrollHeight);
  });
  return (
    <div
      class="open-chat-body"
      ref={frame}
      tabIndex={0}
      role="log"
      aria-label={words.chats.transcript}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      <div class="transcript">
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} />
        ))}
        {outgoing.map((message) => (
          <OutgoingView key={message.key} message={message} outbox={outbox.value} />
        ))}
      </div>
    </div>
  );
}

/** Messages that the chat's transcript does not contain yet. */
function useOutgoing(chat: string, entries: readonly Entry[]): readonly OutgoingMessage[] {
  const outbox = useConsole().outbox.value;
  const messages = (outbox?.messages.value ?? []).filter((each) => each.chat === chat);
  const known = new Set(entries.map(({ id }) => id));
  const isShown = ({ state }: OutgoingMessage): boolean => state.kind === "sent" && known.has(state.entry.id);
  useEffect(() => {
    for (const message of messages) if (isShown(message)) outbox?.drop(message.key);
  });
  return messages.filter((message) => !isShown(message));
}
