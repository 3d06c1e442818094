import { headers, parseEventId, ServiceError } from "@servicechat/contract";
import { sendStreamHead } from "../answer/send-events.ts";
import { sendNothing } from "../answer/send-json.ts";
import { findLive } from "../conversation/find-live.ts";
import type { LiveParts } from "../conversation/find-live.ts";
import type { House } from "../house.ts";
import { readHeader } from "../read-header.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/**
 * GET /chat-bot/stream — goes on with a running reply: exactly the events after `Last-Event-ID`, then live. 204 when
 * nothing runs or that reply is over (history has it); 409 rather than skipping anything.
 */
export function followStream(
  house: SessionParts & LiveParts & Pick<House, "figures" | "streams">,
): VisitorHandler {
  const { conversations } = house.storage;
  const { resumes } = house.figures;

  function lost(): ServiceError {
    resumes.lost++;
    return new ServiceError("resume_unavailable");
  }

  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    const header = readHeader(visit.request, headers.lastEventId);
    const position = header === undefined ? undefined : parseEventId(header);
    if (header !== undefined && !position) throw lost();

    const replyId = position?.replyId ?? (await conversations.openReplies(session.id))[0]?.id;
    if (replyId === undefined) return sendNothing(visit);
    const query = { sessionId: session.id, replyId };
    const reply = await conversations.findReply(query);
    if (!reply) throw lost();
    const after = position?.seq ?? 0;
    const runs = reply.status === "streaming";
    const live = runs && (await findLive(house, { ...query, after }));
    if (!live) {
      // It runs on a node that cannot be heard from here: to say that it is over would be wrong.
      if (runs && (await conversations.findReply(query))?.status === "streaming") throw lost();
      if (position) resumes.over++;
      return sendNothing(visit);
    }

    if (after > live.last) throw lost();
    if (position) resumes.resumed++;
    visit.head[headers.sessionToken] = session.token;
    sendStreamHead(visit);
    house.streams.open(visit, admission.bound.key.id, live, after);
  };
}
