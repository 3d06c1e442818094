import { headers, ServiceError } from "@servicechat/contract";
import type { SessionRecord } from "@servicechat/storage";
import { hashToken, presentedToken } from "../conversation/session-token.ts";
import type { House } from "../house.ts";
import { readHeader } from "../read-header.ts";
import type { Admission, Visit } from "../visit.ts";

/** What a session is found with. */
export type SessionParts = Pick<House, "storage" | "options" | "nowMs">;

/** The session that a request presents, with its token; `undefined` for none, unknown, expired, erased or foreign. */
export async function findSession(
  visit: Visit,
  { bound }: Admission,
  { storage, options, nowMs }: SessionParts,
): Promise<(SessionRecord & { readonly token: string }) | undefined> {
  const token = presentedToken(readHeader(visit.request, headers.sessionToken));
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
  visit: Visit,
  admission: Admission,
  house: SessionParts,
): Promise<SessionRecord & { readonly token: string }> {
  const session = await findSession(visit, admission, house);
  if (!session) throw new ServiceError("session_not_found");
  return session;
}
