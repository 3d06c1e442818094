import { headers, ServiceError, type FailureCode } from "@servicechat/contract";
import { findSecret, minIdentitySecret, readIdentitySecret } from "@servicechat/contract/agent-file";
import type { User } from "@servicechat/agent";
import type { AgentRecord } from "@servicechat/storage";
import type { ServerContext } from "../server-context.ts";
import type { BoundKey } from "../request-context.ts";

const code = "user_token_rejected" satisfies FailureCode;
/** Ids and names beyond this are not read, in UTF-16 units. */
const maxLength = 200;
/** How far the clocks of the site and of the service may be apart, in seconds. */
const clockTolerance = 30;
/** How long a token may still be believed: one that gets into wrong hands must be worth nothing soon. */
const maxLifeSeconds = 86_400;
/** The identities whose missing secret was logged: once is enough for each version of an agent. */
const missed = new WeakSet<object>();

type Dependencies = Pick<ServerContext, "environment" | "findStoredSecret" | "nowMs" | "log">;

/**
 * The visitor's identity according to the site: the `sub`, and the `name` if there is one, of a JSON Web Token that the
 * site's own server has signed (`X-User-Token`; `identity` in the agent file). `undefined` for a visitor whom it does
 * not identify, and for agents without an `identity`, which trust no site.
 *
 * @throws ServiceError `user_token_rejected` if the token has expired, does not expire within a day, has another
 *   signature, is meant for another audience or names nobody
 */
export type IdentifyUser = (
  token: string | undefined,
  request: { readonly requestId: string; readonly bound: BoundKey },
) => Promise<User | undefined>;

/** Creates the function that identifies users. */
export function createUserIdentifier(dependencies: Dependencies): IdentifyUser {
  return (token, { requestId, bound: { agent } }) => identifyUser(token, { requestId, agent }, dependencies);
}

async function identifyUser(
  token: string | undefined,
  { requestId, agent }: { readonly requestId: string; readonly agent: AgentRecord },
  dependencies: Dependencies,
): Promise<User | undefined> {
  const { identity } = agent.definition;
  if (token === undefined || !identity) return undefined;
  const secret = await secretOf(agent, requestId, dependencies);
  if (!secret) throw rejected("the service has no secret to verify it with");
  // Most services have no such agent.
  const { jwtVerify } = await import("jose");
  const { payload } = await jwtVerify(token, secret, {
    algorithms: ["HS256"],
    requiredClaims: ["exp"],
    currentDate: new Date(dependencies.nowMs()),
    clockTolerance,
    ...(identity.audience !== undefined && { audience: identity.audience }),
  }).catch((cause: unknown) => {
    throw rejected(cause instanceof Error ? cause.message : "it cannot be parsed");
  });
  const secondsLeft = (payload.exp ?? Infinity) - dependencies.nowMs() / 1000;
  if (secondsLeft > maxLifeSeconds + clockTolerance)
    throw rejected("'exp' must be at most 24 hours from now");
  return userOf(payload);
}

/** The secret that the site signs with. When it is missing, the log says so. */
async function secretOf(
  { id, definition: { id: agentId, identity } }: AgentRecord,
  requestId: string,
  { log, ...sources }: Dependencies,
): Promise<Uint8Array | undefined> {
  if (!identity) return undefined;
  const found = await findSecret({ name: identity.secretEnv, agents: [agentId], origin: null }, sources);
  const secret = "value" in found ? readIdentitySecret(found.value) : undefined;
  if (!secret && !missed.has(identity)) {
    missed.add(identity);
    log.error(
      { requestId, agentId: id, code, variable: identity.secretEnv },
      `visitor identities cannot be verified: this variable must hold at least ${minIdentitySecret} bytes`,
    );
  }
  return secret;
}

function userOf({ sub, name }: { readonly sub?: unknown; readonly name?: unknown }): User {
  // It may be sent in a header.
  if (typeof sub !== "string" || !/^[\x21-\x7e]+$/.test(sub) || sub.length > maxLength)
    throw rejected(`'sub' must be 1 to ${maxLength} printable ASCII characters without spaces`);
  const isNamed = typeof name === "string" && name.trim() !== "";
  return { id: sub, ...(isNamed && { name: name.trim().slice(0, maxLength).toWellFormed() }) };
}

const rejected = (reason: string): ServiceError =>
  new ServiceError(code, { tokenIssue: `${headers.userToken}: ${reason}` });
