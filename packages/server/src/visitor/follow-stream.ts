import { headers, parseEventId, ServiceError } from "@servicechat/contract";
import { sendStreamHead } from "../response/send-events.ts";
import { sendNothing } from "../response/send-json.ts";
import { findLive } from "../conversation/find-live.ts";
import type { LiveParts } from "../conversation/find-live.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../read-header.ts";
import type { VisitorHandler } from "../request-context.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/**
 * GET /chat-bot/stream — goes on with a running reply: exactly the events after `Last-Event-ID`, then live. 204 when
 * nothing runs or that reply is over (history has it); 409 rather than skipping anything.
 */
export function followStream(
  server: SessionParts & LiveParts & Pick<ServerContext, "metrics" | "streams">,
): VisitorHandler {
  const { conversations } = server.storage;
  const { resumes } = server.metrics;

  function lost(): ServiceError {
    resumes.lost++;
    return new ServiceError("resume_unavailable");
  }

  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    const header = readHeader(context.request, headers.lastEventId);
    const position = header === undefined ? undefined : parseEventId(header);
    if (header !== undefined && !position) throw lost();

    const replyId = position?.replyId ?? (await conversations.openReplies(session.id))[0]?.id;
    if (replyId === undefined) return sendNothing(context);
    const query = { sessionId: session.id, replyId };
    const reply = await conversations.findReply(query);
    if (!reply) throw lost();
    const after = position?.seq ?? 0;
    const runs = reply.status === "streaming";
    const live = runs && (await findLive(server, { ...query, after }));
    if (!live) {
      // It runs on a node that cannot be heard from here: to say that it is over would be wrong.
      if (runs && (await conversations.findReply(query))?.status === "streaming") throw lost();
      if (position) resumes.over++;
      return sendNothing(context);
    }

    if (after > live.last) throw lost();
    if (position) resumes.resumed++;
    context.head[headers.sessionToken] = session.token;
    sendStreamHead(context);
    server.streams.open(context, admission.bound.key.id, live, after);
  };
}
