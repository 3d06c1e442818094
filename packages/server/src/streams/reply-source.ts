import { setTimeout as pause } from "node:timers/promises";
import type { LiveReply, Frame } from "@servicechat/coordination";
import { ServiceError, encodeEvent, eventId } from "@servicechat/contract";
import type { HolderChange, StreamEvent } from "@servicechat/contract";
import type { ChatHolding, IdempotentTurn, ReplyRecord } from "@servicechat/storage";
import type { ServerContext } from "../server-context.ts";
import { partsOfReply } from "../views/history-view.ts";
import { doneEvent, errorEvent } from "../reply/end-reply.ts";

/** How long to look, and how often, in milliseconds. */
const timeoutMs = 500;
const everyMs = 25;

/** The dependencies for finding a live reply. */
export type LiveDependencies = Pick<ServerContext, "coordination" | "storage">;

/**
 * The live reply of a session, on whichever node it runs; `undefined` when it is over. One that another node has just
 * begun is in the database a moment before its stream can be found, and its newest events arrive here a moment after
 * a visitor got them there: then it is waited for again.
 *
 * @param query.after The number of an event that it must have; one that has not come by then never will
 */
export async function findLive(
  { coordination, storage }: LiveDependencies,
  query: { readonly sessionId: string; readonly replyId: string; readonly after?: number },
): Promise<LiveReply | undefined> {
  const { after = 0 } = query;
  for (let waited = 0; ; waited += everyMs) {
    const live = await coordination.replies.find(query.replyId);
    if ((live && live.last >= after) || waited >= timeoutMs) return live;
    if (!live && (await storage.conversations.findReply(query))?.status !== "streaming") return undefined;
    await pause(everyMs);
  }
}

/** Seconds after which a message is worth sending again whose chat was erased just then. */
const erasedSeconds = 1;

/** The reply of a turn that was taken before: as it runs, or as it is stored. */
type KeptReply =
  | { readonly live: LiveReply }
  /** `holding` says who answers the turn instead, if it is for a person. */
  | { readonly stored: ReplyRecord; readonly holding: ChatHolding | undefined };

/**
 * The reply that the turn of a repeated request has now. While it is looked for, a person may take the chat and give it back: then the turn
 * has another one.
 *
 * @throws ServiceError `resume_unavailable` if it runs on a node that cannot be reached from here; `session_busy` if its
 *   chat was erased just then: sent once more, the message opens a new one
 */
export async function findKeptReply(
  server: LiveDependencies,
  { sessionId, turn }: Pick<IdempotentTurn, "sessionId" | "turn">,
): Promise<KeptReply> {
  const { conversations, handoffs } = server.storage;
  const seen = new Set<string>();
  for (;;) {
    const reply = await conversations.findReplyTo({ sessionId, turn });
    if (!reply) throw new ServiceError("session_busy", { retryAfter: erasedSeconds });
    const state = `${reply.id} ${reply.status}`;
    const isUnchanged = seen.has(state);
    seen.add(state);
    if (reply.status === "streaming") {
      // What is stored of it is not all, and must not look so.
      if (isUnchanged) throw new ServiceError("resume_unavailable");
      const live = await findLive(server, { sessionId, replyId: reply.id });
      if (live) return { live };
    } else {
      // Of one that is over, a node that died may have left a stream without an end: that is not looked for.
      const holding = reply.author && (await handoffs.find(sessionId));
      // The agent has the chat, and may just have begun to answer what was left to a person.
      if (holding?.holder !== "agent" || isUnchanged) return { stored: reply, holding };
    }
  }
}

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
