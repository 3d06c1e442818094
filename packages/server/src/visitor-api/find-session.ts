import { headers, ServiceError } from "@servicechat/contract";
import type { SessionRecord } from "@servicechat/storage";
import { hashToken, presentedToken } from "../turn/session-token.ts";
import type { ServerContext } from "../server-context.ts";
import { readHeader } from "../request/read-header.ts";
import type { Admission, RequestContext } from "../request-context.ts";

/** The dependencies for finding a session. */
export type SessionDependencies = Pick<ServerContext, "storage" | "options" | "nowMs">;

/** The session that a request presents, with its token; `undefined` for none, unknown, expired, erased or foreign. */
export async function findSession(
  context: RequestContext,
  { bound }: Admission,
  { storage, options, nowMs }: SessionDependencies,
): Promise<(SessionRecord & { readonly token: string }) | undefined> {
  const token = presentedToken(readHeader(context.request, headers.sessionToken));
  if (token === undefined) return undefined;
  const now = nowMs();
  const session = await storage.conversations.findSession({
    tokenHash: hashToken(token),
    agentId: bound.agent.id,
    idleSince: now - options.sessionIdleMs,
    createdSince: now - options.sessionAgeMs,
  });
  return session && { ...session, token };
}

/** The same, where there must be one. @throws ServiceError `session_not_found`, the same for every reason */
export async function requireSession(
  context: RequestContext,
  admission: Admission,
  server: SessionDependencies,
): Promise<SessionRecord & { readonly token: string }> {
  const session = await findSession(context, admission, server);
  if (!session) throw new ServiceError("session_not_found");
  return session;
}
