import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "@servicechat/contract";
import { includesRole } from "@servicechat/contract/admin";
import type { Role } from "@servicechat/contract/admin";
import type { RequestCounter } from "@servicechat/coordination";
import { hashSecret } from "@servicechat/operations/key-secret";
import { confirmedUntil, sessionEnd, sessionLimits } from "@servicechat/operations/sign-in";
import type { Storage } from "@servicechat/storage";
import type { IdentifiedOperator, OperatorAdmission, ConsoleCookie } from "../admin-context.ts";
import { bearer } from "../bearer.ts";
import type { RequestContext } from "../request-context.ts";
import { AdminError } from "../response/admin-error.ts";
import { requireConfirmation } from "../request/require-confirmation.ts";
import { malformed } from "../request/malformed.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import type { ConsoleHost } from "./console-host.ts";
import type { AddressReader } from "./visitor-address.ts";

/** The dependencies of the admission of operators. */
export interface OperatorGate {
  readonly storage: Pick<Storage, "operatorSessions" | "apiTokens">;
  readonly cookie: ConsoleCookie;
  readonly deviceCookie: ConsoleCookie;
  readonly host: ConsoleHost;
  readonly counter: RequestCounter;
  readonly addressOf: AddressReader["addressOf"];
  readonly nowMs: () => number;
}

/** Requests in 60 seconds that a session or token may make. */
const requestsPerMinute = 1_200;

/** Times of use are written at most this often, in milliseconds. */
const seenMs = 60_000;

/** Finds out who asks. @throws AdminError with 401, ServiceError with 400 for two kinds of credentials */
export async function identifyOperator(
  { request }: RequestContext,
  gate: OperatorGate,
): Promise<IdentifiedOperator> {
  const { authorization } = request.headers;
  const cookie = gate.cookie.read(request);
  if (authorization !== undefined && cookie !== undefined)
    throw malformed("Send a session cookie or an Authorization header, not both.");
  const address = gate.addressOf(request);
  if (cookie !== undefined) return bySession(cookie, address, gate);
  if (authorization === undefined) throw new AdminError("sign_in_needed");
  return byToken(bearer(authorization) ?? "", address, gate);
}

async function bySession(
  token: string,
  address: string,
  { storage, nowMs }: OperatorGate,
): Promise<IdentifiedOperator> {
  const at = nowMs();
  const found = await storage.operatorSessions.find({ tokenHash: hashSecret(token), ...sessionLimits(at) });
  if (!found) throw new AdminError("session_ended");
  const { session, operator } = found;
  if (session.lastSeenAt <= at - seenMs)
    await storage.operatorSessions.seen({ id: session.id, operatorId: operator.id, at });
  const { id, name, displayName, role, agents } = operator;
  const person = { id, name: displayName };
  return {
    actor: { kind: "operator", id, name, role, agents, person, session: session.id, address },
    by: "cookie",
    expiresAt: sessionEnd(session),
    confirmedUntil: confirmedUntil(session),
  };
}

async function byToken(
  credential: string,
  address: string,
  { storage, nowMs }: OperatorGate,
): Promise<IdentifiedOperator> {
  const [, id, secret] = /^sc_([0-9a-f]{12})_([\w-]{43})$/.exec(credential) ?? [];
  const found = id === undefined ? undefined : await storage.apiTokens.find(id);
  const at = nowMs();
  if (!found || !isSame(hashSecret(secret ?? ""), found.token.secretHash))
    throw new AdminError("token_rejected");
  const { token, operator } = found;
  if (token.revokedAt !== null || token.expiresAt <= at) throw new AdminError("token_rejected");
  if (token.lastUsedAt === null || token.lastUsedAt <= at - seenMs)
    await storage.apiTokens.used({ id: token.id, at });
  const { name, role, agents, expiresAt } = token;
  const person = operator && { person: { id: operator.id, name: operator.displayName } };
  return {
    actor: { kind: "token", id: token.id, name, role, agents, ...person, address },
    by: "token",
    expiresAt,
    confirmedUntil: expiresAt,
  };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/**
 * Refuses what a page of another origin made the browser send with a cookie, signing in included: else it could sign a
 * person in as somebody else.
 *
 * @throws AdminError `cross_site`
 */
export function refuseCrossSite(
  { request }: Pick<RequestContext, "request">,
  { host }: Pick<OperatorGate, "host">,
): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOwn = origin !== undefined && origin === host.originOf(request);
  if (origin !== undefined && !isOwn) throw new AdminError("cross_site");
  if (isReading(request)) {
    if (site === "cross-site" || site === "same-site") throw new AdminError("cross_site");
    return;
  }
  // Browsers that say nothing of the site say the origin.
  if (site === undefined ? !isOwn : site !== "same-origin") throw new AdminError("cross_site");
}

/** Whether a request is of a method that changes nothing. */
export function isReading({ method }: Pick<IncomingMessage, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** The permissions that a route requires. */
interface Needed {
  readonly access: Role;
  readonly only?: "people" | "speakers" | "all_agents";
  readonly needsConfirmation?: true | "for_new_addresses";
}

/**
 * Lets an operator in who may use a route, and counts the request. The last step: it comes after the route's method is
 * known.
 *
 * @throws AdminError `role_needed`, `person_needed` or `confirmation_needed`, ServiceError `rate_limited`
 */
export async function admitOperator(
  identified: IdentifiedOperator,
  { access, only, needsConfirmation }: Needed,
  { counter, nowMs }: Pick<OperatorGate, "counter" | "nowMs">,
): Promise<OperatorAdmission> {
  const { actor } = identified;
  if (!includesRole(actor.role, access)) throw new AdminError("role_needed");
  if (only === "all_agents" && actor.agents !== null) throw new AdminError("role_needed");
  if (only === "people" && actor.session === undefined) throw new AdminError("person_needed");
  if (only === "speakers" && actor.person === undefined) throw new AdminError("person_needed");
  if (needsConfirmation === true) requireConfirmation(identified, nowMs());
  const count = await counter.count(`operator ${actor.session ?? actor.id}`, requestsPerMinute);
  if (!count.accepted)
    throw new ServiceError("rate_limited", {
      detail: "You have sent too many requests. Please wait, then try again.",
      retryAfter: secondsUntilReset(count),
    });
  return { ...identified, isAdmitted: true };
}
