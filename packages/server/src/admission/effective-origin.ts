import type { IncomingMessage } from "node:http";
import { headers, ServiceError } from "@servicechat/contract";
import { readHeader } from "../request/read-header.ts";
import type { BoundKey } from "../request-context.ts";
import type { Tickets } from "./embed-ticket.ts";

/** Whom a request speaks for. */
export interface EffectiveOrigin {
  /** `undefined` for a server-side key without any `Origin`. */
  readonly origin: string | undefined;
  /** Whether the `Origin` header itself says so. */
  readonly isReal: boolean;
}

/**
 * Whom a request speaks for (docs/decisions.md, "The frame's own origin"). A real foreign `Origin` always wins. The
 * frame's own requests carry the service's origin or none at all, and take theirs from the embed ticket.
 *
 * @returns `undefined` for a server-side key without any `Origin`
 * @throws ServiceError `origin_not_allowed` or `ticket_expired`
 */
export function effectiveOrigin(
  request: Pick<IncomingMessage, "headers">,
  {
    bound,
    ownOrigin,
    tickets,
  }: { readonly bound: BoundKey; readonly ownOrigin: string; readonly tickets: Tickets },
): EffectiveOrigin {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOwn = origin === ownOrigin;
  if (origin !== undefined && !isOwn) return allowed(origin, bound, true);

  const ticket = readHeader(request, headers.embedTicket);
  if (ticket !== undefined && (site === undefined || site === "same-origin")) {
    const checked = tickets.check(ticket, bound.key.id);
    if (checked === "expired") throw new ServiceError("ticket_expired");
    if (checked === "invalid")
      throw new ServiceError("origin_not_allowed", { detail: "The embed ticket is not valid." });
    return allowed(checked.origin, bound, false);
  }
  if (isOwn) return allowed(ownOrigin, bound, true);
  // A page of the service itself, such as the demo: browsers send no Origin with its GETs, but say that it is one.
  // Only where the list names the service: `*` is for the web's origins, and a missing one stays a refusal.
  if (site === "same-origin" && bound.allows(ownOrigin) && !bound.key.allowed.includes("*")) {
    return { origin: ownOrigin, isReal: true };
  }
  if (bound.key.serverSide) return { origin: undefined, isReal: false };
  throw new ServiceError("origin_not_allowed", {
    detail: "The request has no Origin header, and this key is not for server-side use.",
  });
}

function allowed(origin: string, bound: BoundKey, isReal: boolean) {
  if (!bound.allows(origin)) throw new ServiceError("origin_not_allowed");
  return { origin, isReal };
}
