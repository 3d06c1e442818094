import { holderAfter } from "@servicechat/contract";
import type { ChatEventType, ChatEventView, HistoryMessage } from "@servicechat/contract";
import type { Holding } from "../context/handoff.ts";
import type { ChatHistory } from "../conversation/chat.ts";
import {
  runningReply,
  type Conversation,
  type Entry,
  type Line,
  type PeopleLine,
} from "../conversation/conversation.ts";
import { isOfPerson } from "../conversation/from-history.ts";

/** People's messages and events in the history. */
export function linesIn({ messages, events = [], drawn }: ChatHistory): readonly PeopleLine[] {
  const lines: PeopleLine[] = [];
  const waiting = new Set(events);
  let after: string | null = null;
  let count = 0;
  function happened(which: (event: ChatEventView) => boolean): void {
    for (const event of waiting) {
      if (!which(event)) continue;
      waiting.delete(event);
      const { type, name = "", at } = event;
      lines.push({ from: "event", key: `${type} ${at}`, type, name, at: Date.parse(at), after });
    }
  }
  happened((event) => event.after === null);
  for (const message of messages) {
    if (isOfPerson(message)) lines.push(lineOf(message, after));
    else after = drawn[count++]?.key ?? after;
    happened((event) => event.after === message.id);
  }
  happened(() => true); // after what has been erased
  return lines;
}

const lineOf = ({ id, by, content, created_at }: HistoryMessage, after: string | null): PeopleLine => ({
  from: "person",
  key: id,
  name: by?.name ?? "",
  text: content,
  at: Date.parse(created_at),
  after,
});

/** The entry that a live message follows: the last one with any content. */
export function lastKey(conversation: Conversation): string | null {
  const running = runningReply(conversation);
  const isSilent = running?.parts.length === 0;
  return conversation.at(isSilent ? -2 : -1)?.key ?? null;
}

/** The entries with the lines between them, each in its place; at the end if that is not on screen. */
export function withLines(entries: readonly Entry[], lines: readonly PeopleLine[]): readonly Line[] {
  if (lines.length === 0) return entries;
  const keys = new Set<string | null>(entries.map(({ key }) => key)).add(null);
  const behind = (key: string | null): readonly PeopleLine[] => lines.filter(({ after }) => after === key);
  return [
    ...behind(null),
    ...entries.flatMap((entry) => [entry, ...behind(entry.key)]),
    ...lines.filter(({ after }) => !keys.has(after)),
  ];
}

/** Whether this build has texts for an event. */
export const isKnownEvent = (type: string): type is ChatEventType => Object.hasOwn(holderAfter, type);

/** Who holds the chat, according to its events. */
export function holdingAfter({ events = [] }: Pick<ChatHistory, "events">): Holding {
  const last = events.findLast(({ type }) => isKnownEvent(type));
  if (!last) return { holder: "agent" };
  const holder = holderAfter[last.type];
  return { holder, ...(holder === "person" && { name: last.name }) };
}
