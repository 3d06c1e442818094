// Header names of the wire, in the case they are documented with. Each is a constant of its own, and all of them are
// `headers`: so the widget takes along only those that it sends or reads.

/**
 * Identifies the session: the service issues it with the first message, clients send it on.
 */
export const sessionToken = "X-Session-Token";
/**
 * What page a frame stands in, sealed by the service: issued with the configuration, sent by the frame (`TicketClaims`).
 */
export const embedTicket = "X-Embed-Ticket";
/** Of every answer: what an operator finds it by in the log. */
export const requestId = "X-Request-Id";
/** Of a message that may be sent again: with the same key and body it is taken once in 24 hours. */
export const idempotencyKey = "Idempotency-Key";
/** `true` where an answer is that to an earlier request with the same key and body; else absent. */
export const idempotencyReplayed = "Idempotency-Replayed";
/** The last event that a reader has (HTML, server-sent events): the stream goes on after it. */
export const lastEventId = "Last-Event-ID";
/** A token that the site's own server has signed, which says who the visitor is. */
export const userToken = "X-User-Token";
/** What is left of the key's window: `"key";r=<left>;t=<seconds>` (draft-ietf-httpapi-ratelimit-headers-11). */
export const rateLimit = "RateLimit";
/** The key's limit and its window in seconds: `"key";q=60;w=60` (the same draft). */
export const rateLimitPolicy = "RateLimit-Policy";
/** Of a refusal that passes: seconds, 1 or more, after which the request is worth sending again (RFC 9110, 10.2.3). */
export const retryAfter = "Retry-After";
