import { headers, ServiceError, type FailureCode } from "@servicechat/contract";
import { leastIdentitySecret, readIdentitySecret } from "@servicechat/contract/agent-file";
import type { User } from "@servicechat/agent";
import type { AgentRecord } from "@servicechat/storage";
import type { House } from "../house.ts";
import { readHeader } from "../read-header.ts";
import type { Admission, Visit } from "../visit.ts";

const code = "user_token_rejected" satisfies FailureCode;
/** Ids and names beyond this are not read, in UTF-16 units. */
const longest = 200;
/** How far the clocks of the site and of the service may be apart, in seconds. */
const clockTolerance = 30;
/** Of whose secret the log has said that it is missing: once is enough for each version of an agent. */
const missed = new WeakSet<object>();

/** What a user is identified with. */
export type UserParts = Pick<House, "environment" | "nowMs" | "log">;

/**
 * Who the site says the visitor is: the `sub`, and the `name` if there is one, of a JSON Web Token that the site's own
 * server has signed (`X-User-Token`; `identity` in the agent file). `undefined` for a visitor of whom it says nothing, and
 * for agents without an `identity`, which believe no one.
 *
 * @throws ServiceError `user_token_rejected` when the token has expired, does not expire, is signed otherwise or names no one
 */
export async function identifyUser(
  visit: Pick<Visit, "request" | "requestId">,
  { bound }: Pick<Admission, "bound">,
  parts: UserParts,
): Promise<User | undefined> {
  const token = readHeader(visit.request, headers.userToken);
  if (token === undefined || !bound.agent.definition.identity) return undefined;
  const secret = secretOf(bound.agent, visit.requestId, parts);
  if (!secret) throw rejected("the service has no secret to check it with");
  // Most services have no such agent.
  const { jwtVerify } = await import("jose");
  const { payload } = await jwtVerify(token, secret, {
    algorithms: ["HS256"],
    requiredClaims: ["exp"],
    currentDate: new Date(parts.nowMs()),
    clockTolerance,
  }).catch((cause: unknown) => {
    throw rejected(cause instanceof Error ? cause.message : "it cannot be read");
  });
  return userOf(payload);
}

/** The secret that the site signs with. When it is missing, the log says so. */
function secretOf(
  { id, definition: { identity } }: AgentRecord,
  requestId: string,
  { environment, log }: UserParts,
): Uint8Array | undefined {
  if (!identity) return undefined;
  const secret = readIdentitySecret(identity, environment);
  if (!secret && !missed.has(identity)) {
    missed.add(identity);
    log.error(
      { requestId, agentId: id, code, variable: identity.secretEnv },
      `no visitor can be believed: this variable must hold at least ${leastIdentitySecret} bytes`,
    );
  }
  return secret;
}

function userOf({ sub, name }: { readonly sub?: unknown; readonly name?: unknown }): User {
  // It may be sent in a header.
  if (typeof sub !== "string" || !/^[\x21-\x7e]+$/.test(sub) || sub.length > longest)
    throw rejected(`'sub' must be 1 to ${longest} printable ASCII characters without spaces`);
  const isNamed = typeof name === "string" && name.trim() !== "";
  return { id: sub, ...(isNamed && { name: name.trim().slice(0, longest).toWellFormed() }) };
}

const rejected = (reason: string): ServiceError =>
  new ServiceError(code, { tokenFault: `${headers.userToken}: ${reason}` });
