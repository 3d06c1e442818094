import type { HolderChange, StreamEvent } from "@servicechat/contract";
import { encodeEvent, eventId } from "@servicechat/contract";
import type { Frame } from "@servicechat/coordination";
import type { ReplyRecord } from "@servicechat/storage";
import { partsOfReply } from "../views/history-view.ts";
import { doneEvent, errorEvent } from "./reply-ending.ts";

/**
 * The stream of a reply that is over, replayed from storage: the same text, tools and end in fewer events.
 *
 * @param change who will answer the turn instead, if it is for a person
 */
export function framesOfStoredReply(reply: ReplyRecord, change?: HolderChange): Frame[] {
  return eventsOf(reply, change).map((event, index) => ({
    seq: index + 1,
    type: event.type,
    text: encodeEvent(event, eventId(reply.id, index + 1)),
  }));
}

function eventsOf(reply: ReplyRecord, change: HolderChange | undefined): StreamEvent[] {
  if (change)
    return [
      { type: "start", data: {} },
      { type: "holder", data: change },
      { type: "done", data: {} },
    ];
  const last: StreamEvent = reply.failure ? errorEvent(reply.failure) : doneEvent(reply.ending);
  return [{ type: "start", data: {} }, ...partsOfReply(reply).flatMap(eventsOfPart), last];
}

function eventsOfPart(part: ReturnType<typeof partsOfReply>[number]): StreamEvent[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", data: part.text }];
    case "tool": {
      const { id, name, title, status, summary, rows } = part;
      return [
        { type: "tool_usage_start", data: { id, name, title } },
        {
          type: "tool_usage_stop",
          data: {
            id,
            status: status === "succeeded" ? status : "failed",
            ...(summary !== undefined && { summary }),
            ...(rows && { rows }),
          },
        },
      ];
    }
    case "image": {
      const { type: _type, ...image } = part;
      return [{ type: "image", data: image }];
    }
    case "question":
      return [
        {
          type: "ask_user_question",
          data: {
            id: part.id,
            questions: part.questions,
            ...(part.confirm && { confirm: part.confirm }),
          },
        },
      ];
    case "follow_ups":
      return [{ type: "follow_ups", data: { questions: part.questions } }];
    case "answer":
    case "action":
    case "file":
      return []; // a visitor's parts: no reply has them
    default:
      // Kept by a newer node, while nodes are restarted one after the other. The compiler knows of no such part.
      part satisfies never;
      return [];
  }
}
