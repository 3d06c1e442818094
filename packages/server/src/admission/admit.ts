import { headers, ServiceError } from "@servicechat/contract";
import type { Count, RequestCounter } from "@servicechat/coordination";
import type { Admission, BoundKey, RequestContext } from "../request-context.ts";
import { after } from "../after.ts";
import { bearer } from "../bearer.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { effectiveOrigin, type EffectiveOrigin } from "./effective-origin.ts";
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
 * is read, kept or counted. At once where key and counter are in this process.
 */
export function admit(context: RequestContext, gate: Gatekeepers): Admission | Promise<Admission> {
  const credential = bearer(context.request.headers.authorization);
  if (credential === undefined) throw new ServiceError("key_missing");
  return after(gate.keys.find(credential), (bound) => {
    if (!bound) throw new ServiceError("key_rejected");
    return admitKey(context, bound, gate);
  });
}

function admitKey(
  context: RequestContext,
  bound: BoundKey,
  gate: Gatekeepers,
): Admission | Promise<Admission> {
  const { id } = bound.key;
  const { ownOrigin, tickets } = gate;
  let origin: EffectiveOrigin;
  try {
    origin = effectiveOrigin(context.request, { bound, ownOrigin, tickets });
  } catch (refusal) {
    gate.sites?.add(id, context.request.headers.origin, "refused");
    return refuse(context, bound, gate, refusal);
  }

  gate.sites?.add(id, origin.origin, "admitted");
  const max = bound.agent.definition.limits.addressRequestsPerMinute;
  if (max === undefined) return countKey(context, bound, gate, origin);
  return countAddress(context, bound, gate, max).then((ofAddress) =>
    countKey(context, bound, gate, origin, ofAddress),
  );
}

/** A request that was counted for its address. */
interface CountedAddress {
  /** For one that is refused after all. */
  takeBack(): void;
}

function countKey(
  context: RequestContext,
  bound: BoundKey,
  { counter, refused }: Gatekeepers,
  { origin, isReal }: EffectiveOrigin,
  ofAddress?: CountedAddress,
): Admission | Promise<Admission> {
  const { id, rateLimit } = bound.key;
  return after(counter.count(id, rateLimit), (count) => {
    writeRateHeaders(context, rateLimit, count);
    if (!count.accepted) {
      ofAddress?.takeBack();
      refused.add(context.requestId, bound, "key");
      throw new ServiceError("rate_limited", { retryAfter: secondsUntilReset(count) });
    }
    return { bound, origin, originIsReal: isReal };
  });
}

/** Throws the refusal once the answer says how much of the key's limit is left. */
async function refuse(
  context: RequestContext,
  { key }: BoundKey,
  { counter }: Gatekeepers,
  refusal: unknown,
): Promise<never> {
  writeRateHeaders(context, key.rateLimit, await counter.peek(key.id, key.rateLimit));
  throw refusal;
}

/**
 * Counts the request for its address, where the agent has such a limit, before the key hears of it: what an address asks too
 * often takes nothing from anybody else.
 */
async function countAddress(
  context: RequestContext,
  bound: BoundKey,
  gate: Gatekeepers,
  max: number,
): Promise<CountedAddress> {
  const { counter, addressOf, refused } = gate;
  const subject = `${bound.key.id} ${addressOf(context.request)}`;
  const count = await counter.count(subject, max);
  if (count.accepted)
    return { takeBack: () => count.id !== undefined && counter.takeBack(subject, count.id) };
  refused.add(context.requestId, bound, "address");
  const retryAfter = secondsUntilReset(count);
  return refuse(context, bound, gate, new ServiceError("address_rate_limited", { retryAfter }));
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) on every keyed answer. */
function writeRateHeaders({ head }: RequestContext, limit: number, count: Count): void {
  head[headers.rateLimitPolicy] = `"key";q=${limit};w=60`;
  head[headers.rateLimit] = `"key";r=${count.left};t=${secondsUntilReset(count)}`;
}
