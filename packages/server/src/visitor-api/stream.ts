import { headers, parseEventId, ServiceError } from "@servicechat/contract";
import type { SessionRecord } from "@servicechat/storage";
import { malformed } from "../request/malformed.ts";
import { sendStreamHead } from "../streams/reply-streams.ts";
import { sendNothing } from "../response/send-json.ts";
import { hashToken } from "../turn/session-token.ts";
import { findLive, type LiveDependencies } from "../streams/reply-source.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../request/read-header.ts";
import type { Admission, RequestContext, VisitorHandler } from "../request-context.ts";
import { findStart } from "../streams/followed-from.ts";
import { requireSession, type SessionDependencies } from "./find-session.ts";
import { markSeen, readSeen } from "./seen.ts";

/**
 * GET /chat-bot/stream: resumes a running reply with exactly the events after `Last-Event-ID`, then live. 204 if
 * nothing is running or that reply is over (history has it); 409 rather than skipping anything.
 */
export function followStream(
  server: SessionDependencies &
    LiveDependencies &
    Pick<ServerContext, "metrics" | "streams" | "idle" | "isOpen">,
): VisitorHandler {
  const { conversations } = server.storage;
  const { resumes } = server.metrics;

  function lost(): ServiceError {
    resumes.lost++;
    return new ServiceError("resume_unavailable");
  }

  /** Stays open while nothing runs: `wait=idle`. */
  async function followIdle(
    context: RequestContext,
    { bound, origin }: Admission,
    {
      session,
      isSeen,
    }: { readonly session: SessionRecord & { readonly token: string }; readonly isSeen: boolean },
  ): Promise<void> {
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const from = await findStart(server.storage, session, readHeader(context.request, headers.lastEventId));
    if (!from) throw lost();
    context.head[headers.sessionToken] = session.token;
    sendStreamHead(context);
    if (isSeen) await markSeen(server, session);
    await server.idle.follow(context, {
      sessionId: session.id,
      tokenHash: hashToken(session.token),
      keyId: bound.key.id,
      origin,
      createdAt: session.createdAt,
      isSeen,
      ...from,
    });
  }

  return async (context, admission) => {
    const { isIdle, isSeen } = readQuery(context);
    const session = await requireSession(context, admission, server);
    if (isIdle && admission.bound.agent.definition.handoff)
      return followIdle(context, admission, { session, isSeen });
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
      // It runs on a node that cannot be reached from here: to say that it is over would be wrong.
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

/**
 * Whether the reader waits while nothing runs, and whether anybody sees what it reads.
 *
 * @throws ServiceError `malformed_request` for other values
 */
function readQuery({ request }: RequestContext): { readonly isIdle: boolean; readonly isSeen: boolean } {
  const url = request.url ?? "";
  const start = url.indexOf("?");
  const query = new URLSearchParams(start < 0 ? "" : url.slice(start));
  const wait = query.get("wait");
  if (wait !== null && wait !== "idle") throw malformed("wait: must be 'idle'");
  return { isIdle: wait === "idle", isSeen: readSeen(query) };
}

/** POST /chat-bot/stop — ends the running reply; its text stays. 204, also when nothing runs. */
export function stopReply(server: SessionDependencies & Pick<ServerContext, "coordination">): VisitorHandler {
  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    server.coordination.nodeEvents.publish({ type: "stop-replies", sessionId: session.id });
    sendNothing(context);
  };
}
