import { headers, ServiceError } from "@servicechat/contract";
import { postBodySchema } from "@servicechat/contract/schemas";
import { parsePosted } from "../request/parse-posted.ts";
import { readJsonBody } from "../request/read-body.ts";
import { holderChange } from "../views/holder-view.ts";
import { sendStreamHead, wholeSource } from "../streams/reply-streams.ts";
import type { AcceptedTurn } from "../turn/accept-turn.ts";
import { findKeptReply, framesOfStoredReply, type LiveDependencies } from "../streams/reply-source.ts";
import type { ServerContext } from "../server-context.ts";
import type { Admission, RequestContext, VisitorHandler } from "../request-context.ts";
import { secondsSince } from "../telemetry/seconds-since.ts";
import { findSession, type SessionDependencies } from "./find-session.ts";
import { markSeen } from "./seen.ts";
import { readHeader } from "../request/read-header.ts";
import { readIdempotencyKey } from "../turn/idempotency.ts";

type Dependencies = SessionDependencies &
  LiveDependencies &
  Pick<ServerContext, "acceptTurn" | "metrics" | "isOpen" | "replies" | "streams">;

/** POST /chat-bot/ — takes the visitor's messages, and streams the agent's reply. */
export function postMessage(server: Dependencies): VisitorHandler {
  return async (context, admission) => {
    const arrivedAt = performance.now();
    const idempotencyKey = readIdempotencyKey(context);
    const { value, bytes } = await readJsonBody(context);
    const { messages: posted, context: pageContext, replaces } = parsePosted(postBodySchema, value);
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const session = await findSession(context, admission, server);
    const accepted = await server.acceptTurn({
      requestId: context.requestId,
      bound: admission.bound,
      posted,
      context: pageContext,
      userToken: readHeader(context.request, headers.userToken),
      replaces,
      body: bytes,
      session,
      idempotencyKey,
      request: context.request,
    });
    context.head[headers.sessionToken] = accepted.token;
    if (session) await markSeen(server, session);
    if (accepted.kind === "new") {
      // Not awaited: the reply belongs to its session and continues when this socket closes. It never rejects.
      void server.replies.run(accepted.job, context.span);
      streamNew(context, accepted, server);
      server.metrics.firstEvent.observe(secondsSince(arrivedAt));
    } else if (accepted.kind === "unanswered") {
      sendStreamHead(context);
      server.streams.open(context, admission.bound.key.id, accepted.live, 0);
    } else await streamAgain(context, admission, accepted, server);
  };
}

function streamNew(
  context: RequestContext,
  { job }: Extract<AcceptedTurn, { kind: "new" }>,
  { streams }: Dependencies,
): void {
  sendStreamHead(context);
  streams.open(context, job.keyId, job.live.reply, 0);
}

async function streamAgain(
  context: RequestContext,
  { bound }: Admission,
  { kept }: Extract<AcceptedTurn, { kind: "replayed" }>,
  server: Dependencies,
): Promise<void> {
  context.head[headers.idempotencyReplayed] = "true";
  const found = await findKeptReply(server, kept);
  sendStreamHead(context);
  if ("live" in found) return server.streams.open(context, bound.key.id, found.live, 0);
  const { stored, holding } = found;
  const frames = framesOfStoredReply(stored, holding && holderChange(holding));
  server.streams.open(context, bound.key.id, { id: stored.id, ...wholeSource(frames) }, 0);
}
