import { useEffect, useState } from "preact/hooks";
import {
  decodeEvent,
  isTerminal,
  messageIdOfReply,
  parseEventId,
  type StreamEvent,
} from "@servicechat/contract";
import type { Entry } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

type MessageEntry = Extract<Entry, { type: "message" }>;

/** Events of an answer in progress; `error` comes from the service or from the browser. */
const followed = [
  "start",
  "text",
  "tool_usage_start",
  "tool_usage_progress",
  "tool_usage_stop",
  "image",
  "ask_user_question",
  "error",
  "done",
] as const satisfies readonly StreamEvent["type"][];

/**
 * The entries of a chat, including the agent's answer in progress as the visitor sees it.
 *
 * @param reload called when it has ended: then the chat contains it
 */
export function useRunningAnswer(
  chat: string,
  entries: readonly Entry[],
  reload: () => void,
): readonly Entry[] {
  const { api } = useConsole();
  const [grown, setGrown] = useState<{ readonly id: string; readonly parts: MessageEntry["parts"] }>();
  const running = entries.find(isRunning)?.id;

  useEffect(() => {
    if (running === undefined) return undefined;
    const source = new EventSource(api.address(`chats/${encodeURIComponent(chat)}/stream`));
    const receive = (type: StreamEvent["type"], { data, lastEventId }: MessageEvent): void => {
      // The browser sends this one when the connection breaks, and reconnects.
      if (typeof data !== "string") return;
      const event = decodeEvent(type, data);
      const reply = parseEventId(lastEventId)?.replyId;
      if (!event || reply === undefined) return;
      const id = messageIdOfReply(reply);
      setGrown((before) => ({
        id,
        parts: partsAfter(before?.id === id ? before.parts : [], event) as MessageEntry["parts"],
      }));
      if (!isTerminal(type)) return;
      source.close();
      reload();
    };
    for (const type of followed)
      source.addEventListener(type, (event) => receive(type, event as MessageEvent));
    return () => source.close();
  }, [api, chat, running, reload]);

  if (!grown) return entries;
  return entries.map((entry) =>
    isRunning(entry) && entry.id === grown.id && grown.parts.length > 0
      ? { ...entry, parts: grown.parts }
      : entry,
  );
}

/** Whether the agent is writing this answer. */
function isRunning(entry: Entry): entry is MessageEntry {
  return entry.type === "message" && entry.by.kind === "agent" && entry.status === "streaming";
}

/** A part of an answer, with the same fields as in the history. */
type Part = Readonly<Record<string, unknown>>;

/** The parts of an answer after one more event of its stream, as the history will contain them. */
function partsAfter(parts: readonly Part[], event: StreamEvent): readonly Part[] {
  if (event.type === "start") return [];
  if (event.type === "text") return withText(parts, event.data);
  if (event.type === "image") return [...parts, { type: "image", ...event.data }];
  if (event.type === "ask_user_question") return [...parts, { type: "question", ...event.data }];
  if (event.type === "tool_usage_start") {
    const { id, name, title } = event.data;
    return [...parts, { type: "tool", id, name, title, status: "running" }];
  }
  if (event.type === "tool_usage_progress" || event.type === "tool_usage_stop")
    return parts.map((part) =>
      part["type"] === "tool" && part["id"] === event.data.id ? { ...part, ...event.data } : part,
    );
  return parts;
}

function withText(parts: readonly Part[], text: string): readonly Part[] {
  const last = parts.at(-1);
  return last?.["type"] === "text"
    ? [...parts.slice(0, -1), { ...last, text: `${String(last["text"])}${text}` }]
    : [...parts, { type: "text", text }];
}
