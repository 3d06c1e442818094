import {
  messageIdOfReply,
  parseEventId,
  readEnding,
  type StreamEvent,
  type ToolPart,
} from "@servicechat/contract";
import { runningReply, type Conversation, type ReplyEntry, type ReplyPart } from "./conversation.ts";

/**
 * The conversation after one event of the stream. Events of a reply are drawn once: one that was already drawn, in a
 * stream that is followed again, changes nothing, and `start` draws its reply again from the beginning.
 */
export function afterEvent(conversation: Conversation, event: StreamEvent, id: string): Conversation {
  const position = parseEventId(id);
  if (event.type === "start") return afterStart(conversation, id);
  const reply = runningReply(conversation);
  if (!reply) return conversation;
  const drawn = parseEventId(reply.lastEventId ?? "");
  const isOld = position && drawn?.replyId === position.replyId && position.seq <= drawn.seq;
  if (isOld) return conversation;
  // A message to a person gets no other answer.
  if (event.type === "done" && reply.taken && reply.parts.length === 0) return conversation.slice(0, -1);
  return replaceLast(conversation, { ...afterReplyEvent(reply, event), ...(id && { lastEventId: id }) });
}

/** One event of the stream, and its id. */
export interface HeardEvent {
  readonly event: StreamEvent;
  readonly id: string;
}

/** The conversation after several events, in order. */
export const afterEvents = (conversation: Conversation, heard: readonly HeardEvent[]): Conversation =>
  heard.reduce((before, { event, id }) => afterEvent(before, event, id), conversation);

/** The conversation with its last entry replaced. */
export function replaceLast(conversation: Conversation, reply: ReplyEntry): Conversation {
  return [...conversation.slice(0, -1), reply];
}

function afterStart(conversation: Conversation, id: string): Conversation {
  const replyId = parseEventId(id)?.replyId;
  const last = runningReply(conversation);
  const key = last?.key ?? (replyId ? messageIdOfReply(replyId) : `reply-${conversation.length}`);
  const started: ReplyEntry = {
    from: "agent",
    key,
    status: "streaming",
    parts: [],
    ...(last?.stopping && { stopping: true }),
    ...(id && { lastEventId: id }),
  };
  return last ? replaceLast(conversation, started) : [...conversation, started];
}

function afterReplyEvent(reply: ReplyEntry, event: Exclude<StreamEvent, { type: "start" }>): ReplyEntry {
  const { progress: _ended, ...quiet } = reply;
  switch (event.type) {
    case "text":
      return { ...quiet, parts: withText(reply.parts, event.data) };
    case "progress":
      return { ...reply, progress: event.data };
    case "tool_usage_start": {
      const { id, name, title } = event.data;
      return { ...quiet, parts: [...reply.parts, { type: "tool", id, name, title, status: "running" }] };
    }
    case "tool_usage_progress":
      return { ...reply, parts: withTool(reply.parts, event.data.id, { rows: event.data.rows }) };
    case "tool_usage_stop": {
      const { id, ...outcome } = event.data;
      return { ...reply, parts: withTool(reply.parts, id, outcome) };
    }
    case "image":
      return { ...quiet, parts: [...reply.parts, { type: "image", ...event.data }] };
    case "ask_user_question": {
      const isAsked = reply.parts.some((part) => part.type === "question" && part.id === event.data.id);
      return isAsked ? quiet : { ...quiet, parts: [...reply.parts, { type: "question", ...event.data }] };
    }
    case "holder":
      return event.data.holder === "person" ? { ...quiet, taken: true } : reply;
    case "follow_ups":
      return { ...reply, followUps: event.data };
    case "error":
      return { ...quiet, status: "failed", error: event.data };
    case "done": {
      const ending = readEnding(event.data);
      if (reply.stopping || reply.taken) return { ...quiet, status: "stopped" };
      return { ...quiet, status: "complete", ...(ending && { ending }) };
    }
    case "queue":
    case "person_message":
    case "typing":
      // They belong to the chat, and not to the reply in whose stream they come.
      return reply;
  }
}

function withText(parts: readonly ReplyPart[], text: string): readonly ReplyPart[] {
  const last = parts.at(-1);
  return last?.type === "text"
    ? [...parts.slice(0, -1), { type: "text", text: last.text + text }]
    : [...parts, { type: "text", text }];
}

function withTool(
  parts: readonly ReplyPart[],
  id: string,
  change: Partial<Pick<ToolPart, "status" | "summary" | "rows">>,
): readonly ReplyPart[] {
  return parts.map((part) => (part.type === "tool" && part.id === id ? { ...part, ...change } : part));
}
