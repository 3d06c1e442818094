import { headers, ServiceError } from "@servicechat/contract";
import { postedLinkSchema } from "@servicechat/contract/schemas";
import { hashToken, linkToken, randomToken } from "../turn/session-token.ts";
import { deriveKey } from "../derive-key.ts";
import { parsePosted } from "../request/parse-posted.ts";
import { readJsonBody } from "../request/read-body.ts";
import { sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import { requireSession, type SessionDependencies } from "./find-session.ts";
import { readIdempotencyKey } from "../turn/idempotency.ts";

/**
 * POST /chat-bot/session: returns to a chat through a mailed link, which works once: the response has a new token, and
 * the previous owner loses access. With an Idempotency-Key the request may be repeated: until somebody else uses
 * another link, the response has the same token again. Every invalid link is refused with the same words.
 */
export function openLink(
  server: SessionDependencies & Pick<ServerContext, "isOpen" | "coordination">,
): VisitorHandler {
  const tokens = deriveKey(server.options.secret, "session-token");

  return async (context, { bound }) => {
    const idempotencyKey = readIdempotencyKey(context);
    const { link } = parsePosted(postedLinkSchema, (await readJsonBody(context)).value);
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const now = server.nowMs();
    const token = idempotencyKey === undefined ? randomToken() : linkToken(tokens, { link, idempotencyKey });
    const opened = await server.storage.visitorMail.redeemLink({
      linkHash: hashToken(link),
      agentId: bound.agent.id,
      tokenHash: hashToken(token),
      idleSince: now - server.options.sessionIdleMs,
      createdSince: now - server.options.sessionAgeMs,
      now,
    });
    if (!opened) throw new ServiceError("link_rejected");
    const { sessionId, isRepeated } = opened;
    if (isRepeated) context.head[headers.idempotencyReplayed] = "true";
    // Also of a repeated request: the node that was asked first may have died before it could publish this.
    server.coordination.nodeEvents.publish({ type: "session-moved", sessionId, tokenHash: hashToken(token) });
    context.head[headers.sessionToken] = token;
    sendNothing(context);
  };
}

/** DELETE /chat-bot/session — the visitor erases the chat: its text is gone from every answer and from the files. */
export function eraseSession(
  server: SessionDependencies & Pick<ServerContext, "coordination" | "nowMs">,
): VisitorHandler {
  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    await server.storage.conversations.erase(session.id, { at: server.nowMs() });
    server.coordination.nodeEvents.publish({ type: "session-erased", sessionId: session.id });
    sendNothing(context);
  };
}
