import { headers, parseChatEventId, parseEventId, ServiceError } from "@servicechat/contract";
import type { SessionRecord } from "@servicechat/storage";
import { malformed } from "../request/malformed.ts";
import { sendStreamHead } from "../response/send-events.ts";
import { sendNothing } from "../response/send-json.ts";
import { hashToken } from "../conversation/session-token.ts";
import { findLive } from "../conversation/find-live.ts";
import type { LiveDependencies } from "../conversation/find-live.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../request/read-header.ts";
import type { Admission, RequestContext, VisitorHandler } from "../request-context.ts";
import type { FollowedFrom } from "./followed-from.ts";
import { requireSession } from "./find-session.ts";
import { noteSeen } from "./note-seen.ts";
import { readSeen } from "./read-seen.ts";
import type { SessionDependencies } from "./find-session.ts";

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
    const from = await findStart(session, readHeader(context.request, headers.lastEventId));
    if (!from) throw lost();
    context.head[headers.sessionToken] = session.token;
    sendStreamHead(context);
    if (isSeen) await noteSeen(server, session);
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

  /** A reader's starting position; `undefined` if its position does not belong to this chat. */
  async function findStart(
    { id: sessionId, turns, holding }: SessionRecord,
    lastEventId: string | undefined,
  ): Promise<Pick<FollowedFrom, "position" | "eventId" | "reply"> | undefined> {
    const { handoffs } = server.storage;
    if (lastEventId === undefined) {
      const [open] = await conversations.openReplies(sessionId);
      const turn = open ? open.turn - 1 : turns;
      const [last] = await conversations.readTurns({ sessionId, after: turn - 1, limit: 1 });
      const anchor = turn > 0 && last ? uuidIn(last.reply.id) : uuidIn(sessionId);
      return { position: { turn, epoch: holding?.epoch ?? 0 }, eventId: `evt_${anchor}` };
    }
    const reply = parseEventId(lastEventId);
    const anchor = reply ? uuidIn(reply.replyId) : parseChatEventId(lastEventId);
    if (anchor === undefined) return undefined;
    const position = await handoffs.findPosition({ sessionId, id: anchor });
    if (!position) return undefined;
    return {
      position,
      eventId: lastEventId,
      ...(reply && { reply: { replyId: reply.replyId, after: reply.seq } }),
    };
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

/** The UUID of an id. */
function uuidIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
