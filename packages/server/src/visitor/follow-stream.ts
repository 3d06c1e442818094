import { parseEventId, ServiceError } from "@servicechat/contract";
import { sendStreamHead } from "../answer/send-events.ts";
import { sendNothing } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";

/**
 * GET /chat-bot/stream — goes on with a running reply: exactly the events after `Last-Event-ID`, then live. 204 when
 * nothing runs or that reply is over (history has it); 409 rather than skipping anything.
 */
export function followStream(house: House): VisitorHandler {
  const { conversations } = house.storage;

  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    const header = visit.request.headers["last-event-id"];
    const position = typeof header === "string" ? parseEventId(header) : undefined;
    if (header !== undefined && !position) throw new ServiceError("resume_unavailable");

    const replyId = position?.replyId ?? (await conversations.openReplies(session.id))[0]?.id;
    if (replyId === undefined) return sendNothing(visit);
    const reply = await conversations.findReply({ sessionId: session.id, replyId });
    if (!reply) throw new ServiceError("resume_unavailable");
    const live = await house.coordination.replies.find(replyId);
    if (!live || reply.status !== "streaming") return sendNothing(visit);

    const after = position?.seq ?? 0;
    if (after > live.last) throw new ServiceError("resume_unavailable");
    visit.head["X-Session-Token"] = session.token;
    sendStreamHead(visit);
    house.streams.open(visit, admission.bound.key.id, live, after);
  };
}
