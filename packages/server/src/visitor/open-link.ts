import { headers, ServiceError } from "@servicechat/contract";
import { postedLinkSchema } from "@servicechat/contract/schemas";
import { hashToken, linkToken, randomToken } from "../conversation/session-token.ts";
import { deriveKey } from "../derive-key.ts";
import { parsePosted } from "../response/parse-posted.ts";
import { readJsonBody } from "../response/read-body.ts";
import { sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import type { SessionParts } from "./find-session.ts";
import { readIdempotencyKey } from "./read-idempotency-key.ts";

/**
 * POST /chat-bot/session — goes back into a chat by the link of a mail, which holds once: the answer has a new token, and
 * whoever had the chat before has it no more. With an Idempotency-Key the request may be repeated: while nobody else has
 * come by another link, the answer has the same token again. Every link that does not hold is refused in the same words.
 */
export function openLink(
  server: SessionParts & Pick<ServerContext, "isOpen" | "coordination">,
): VisitorHandler {
  const tokens = deriveKey(server.options.secret, "session-token");

  return async (context, { bound }) => {
    const idempotencyKey = readIdempotencyKey(context);
    const { link } = parsePosted(postedLinkSchema, (await readJsonBody(context)).value);
    if (!server.isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    const now = server.nowMs();
    const token = idempotencyKey === undefined ? randomToken() : linkToken(tokens, { link, idempotencyKey });
    const opened = await server.storage.visitorMail.open({
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
    else server.coordination.nodeEvents.publish({ type: "session-moved", sessionId });
    context.head[headers.sessionToken] = token;
    sendNothing(context);
  };
}
