import { headers, ServiceError } from "@servicechat/contract";
import type { Count, RequestCounter } from "@servicechat/coordination";
import type { Admission, BoundKey, RequestContext } from "../request-context.ts";
import { bearer } from "../bearer.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { effectiveOrigin } from "./effective-origin.ts";
import type { RefusedRequestCounter } from "./count-refused.ts";
import type { SiteCounter } from "./count-sites.ts";
import type { Tickets } from "./embed-ticket.ts";
import type { KeyFinder } from "./find-key.ts";
import type { AddressReader } from "./visitor-address.ts";

/** The dependencies of admission. */
interface Gatekeepers {
  readonly keys: KeyFinder;
  readonly tickets: Tickets;
  readonly counter: RequestCounter;
  readonly refused: RefusedRequestCounter;
  /** Absent where nobody can look at it. */
  readonly sites: SiteCounter | undefined;
  readonly addressOf: AddressReader["addressOf"];
  /** The service's own origin, from configuration, never from `Host`. */
  readonly ownOrigin: string;
}

/**
 * Lets a request in, or throws why it stays outside: 401 first, then 403, then 429. Nothing of a refused request
 * is read, kept or counted.
 */
export async function admit(context: RequestContext, gate: Gatekeepers): Promise<Admission> {
  const credential = bearer(context.request.headers.authorization);
  if (credential === undefined) throw new ServiceError("key_missing");
  const bound = await gate.keys.find(credential);
  if (!bound) throw new ServiceError("key_rejected");

  const { id, rateLimit } = bound.key;
  const { ownOrigin, tickets } = gate;
  let origin: ReturnType<typeof effectiveOrigin>;
  try {
    origin = effectiveOrigin(context.request, { bound, ownOrigin, tickets });
  } catch (refusal) {
    gate.sites?.add(id, context.request.headers.origin, "refused");
    writeRateHeaders(context, rateLimit, await gate.counter.peek(id, rateLimit));
    throw refusal;
  }

  gate.sites?.add(id, origin.origin, "admitted");
  const ofAddress = await countAddress(context, bound, gate);
  const count = await gate.counter.count(id, rateLimit);
  writeRateHeaders(context, rateLimit, count);
  if (!count.accepted) {
    ofAddress?.takeBack();
    gate.refused.add(context.requestId, bound, "key");
    throw new ServiceError("rate_limited", { retryAfter: secondsUntilReset(count) });
  }
  return { bound, origin: origin.origin, originIsReal: origin.isReal };
}

/**
 * Counts the request for its address, where the agent has such a limit, before the key hears of it: what an address asks too
 * often takes nothing from anybody else.
 */
async function countAddress(
  context: RequestContext,
  { key, agent }: BoundKey,
  { counter, addressOf, refused }: Gatekeepers,
): Promise<{ readonly takeBack: () => void } | undefined> {
  const max = agent.definition.limits.addressRequestsPerMinute;
  if (max === undefined) return undefined;
  const subject = `${key.id} ${addressOf(context.request)}`;
  const count = await counter.count(subject, max);
  if (count.accepted)
    return { takeBack: () => count.id !== undefined && counter.takeBack(subject, count.id) };
  writeRateHeaders(context, key.rateLimit, await counter.peek(key.id, key.rateLimit));
  refused.add(context.requestId, { key, agent }, "address");
  throw new ServiceError("address_rate_limited", { retryAfter: secondsUntilReset(count) });
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) on every keyed answer. */
function writeRateHeaders({ head }: RequestContext, limit: number, count: Count): void {
  head[headers.rateLimitPolicy] = `"key";q=${limit};w=60`;
  head[headers.rateLimit] = `"key";r=${count.left};t=${secondsUntilReset(count)}`;
}
