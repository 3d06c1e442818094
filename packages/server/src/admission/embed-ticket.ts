import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { TicketClaims } from "@servicechat/contract";
import { readTicketClaims } from "@servicechat/contract";

/** How long a ticket is good, in seconds (docs/decisions.md, "The frame's own origin"). */
const ticketLifetimeSeconds = 86_400;

/** Embed tickets of this service: `X-Embed-Ticket` of the configuration, and of a frame's requests. */
export interface Tickets {
  /** Attests that the page at `origin` was allowed to use the key. */
  issue(keyId: string, origin: string): string;
  /** The origin a ticket attests for this key, or why it attests nothing. */
  check(ticket: string, keyId: string): { readonly origin: string } | "expired" | "invalid";
}

/**
 * Seals and checks embed tickets: `base64url(claims) "." base64url(HMAC-SHA256)`. A ticket is an attestation,
 * no secret: whatever it says is still checked against the live domain list.
 *
 * @param nowSeconds seconds since 1970
 */
export function createTickets({
  secret,
  nowSeconds,
}: {
  readonly secret: string;
  readonly nowSeconds: () => number;
}): Tickets {
  // A key object, made once: from bytes, each seal would cost six times as much.
  const sealingKey = createSecretKey(createHmac("sha256", secret).update("embed-ticket").digest());
  const seal = (payload: string) => createHmac("sha256", sealingKey).update(payload).digest();

  // Within one second the ticket for the same page is the same: under load it is sealed once.
  let issuedAt = 0;
  /** By key, then by origin. */
  const issued = new Map<string, Map<string, string>>();

  function make(keyId: string, origin: string): string {
    const claims: TicketClaims = { v: 1, k: keyId, o: origin, x: issuedAt + ticketLifetimeSeconds };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${payload}.${seal(payload).toString("base64url")}`;
  }

  return {
    issue(keyId, origin) {
      const now = nowSeconds();
      if (now !== issuedAt) issued.clear();
      issuedAt = now;
      const ofKey = issued.get(keyId);
      const known = ofKey?.get(origin);
      if (known !== undefined) return known;
      const ticket = make(keyId, origin);
      issued.set(keyId, (ofKey ?? new Map<string, string>()).set(origin, ticket));
      return ticket;
    },
    check(ticket, keyId) {
      const [payload = "", given = ""] = ticket.split(".");
      const claims = readTicketClaims(ticket);
      const sealed = Buffer.from(given, "base64url");
      const expected = seal(payload);
      if (!claims || sealed.length !== expected.length || !timingSafeEqual(sealed, expected))
        return "invalid";
      if (sealed.toString("base64url") !== given || claims.k !== keyId) return "invalid";
      return claims.x > nowSeconds() ? { origin: claims.o } : "expired";
    },
  };
}
