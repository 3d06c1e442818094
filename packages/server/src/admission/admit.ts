import { headers, ServiceError } from "@servicechat/contract";
import type { Count, RequestCounter } from "@servicechat/coordination";
import type { Admission, Visit } from "../visit.ts";
import { bearer } from "../bearer.ts";
import { effectiveOrigin } from "./effective-origin.ts";
import type { Tickets } from "./embed-ticket.ts";
import type { KeyFinder } from "./find-key.ts";

/** What admission asks. */
interface Gatekeepers {
  readonly keys: KeyFinder;
  readonly tickets: Tickets;
  readonly counter: RequestCounter;
  /** The service's own origin, from configuration, never from `Host`. */
  readonly ownOrigin: string;
}

/**
 * Lets a request in, or throws why it stays outside: 401 first, then 403, then 429. Nothing of a refused request
 * is read, kept or counted.
 */
export async function admit(visit: Visit, gate: Gatekeepers): Promise<Admission> {
  const credential = bearer(visit.request.headers.authorization);
  if (credential === undefined) throw new ServiceError("key_missing");
  const bound = await gate.keys.find(credential);
  if (!bound) throw new ServiceError("key_rejected");

  const { id, rateLimit } = bound.key;
  const { ownOrigin, tickets } = gate;
  let origin: ReturnType<typeof effectiveOrigin>;
  try {
    origin = effectiveOrigin(visit.request, { bound, ownOrigin, tickets });
  } catch (refusal) {
    writeRateHeaders(visit, rateLimit, await gate.counter.peek(id, rateLimit));
    throw refusal;
  }

  const count = await gate.counter.count(id, rateLimit);
  writeRateHeaders(visit, rateLimit, count);
  if (!count.accepted) throw new ServiceError("rate_limited", { retryAfter: secondsUntilReset(count) });
  return { bound, origin: origin.origin, originIsReal: origin.isReal };
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) on every keyed answer. */
function writeRateHeaders({ head }: Visit, limit: number, count: Count): void {
  head[headers.rateLimitPolicy] = `"key";q=${limit};w=60`;
  head[headers.rateLimit] = `"key";r=${count.left};t=${secondsUntilReset(count)}`;
}

function secondsUntilReset(count: Count): number {
  const seconds = Math.ceil(count.resetMs / 1000);
  return count.accepted ? seconds : Math.max(1, seconds);
}
