// Header names of the wire, in the case they are documented with. Each is a separate constant, and all of them are
// `headers`: so the widget contains only those that it sends or reads.

/** Identifies the session: the service issues it with the first message, and clients send it from then on. */
export const sessionToken = "X-Session-Token";
/** Which page a frame is in, sealed by the service: issued with the configuration, sent by the frame (`TicketClaims`). */
export const embedTicket = "X-Embed-Ticket";
/** On every response: the id by which operators find the request in the log. */
export const requestId = "X-Request-Id";
/** On a message that may be sent again: with the same key and body, it is accepted once in 24 hours. */
export const idempotencyKey = "Idempotency-Key";
/** `true` if the response is that of an earlier request with the same key and body; otherwise absent. */
export const idempotencyReplayed = "Idempotency-Replayed";
/** The last event that a reader has received (HTML, server-sent events): the stream continues after it. */
export const lastEventId = "Last-Event-ID";
/** A token that the site's own server has signed, which says who the visitor is. */
export const userToken = "X-User-Token";
/** The rest of the key's window: `"key";r=<left>;t=<seconds>` (draft-ietf-httpapi-ratelimit-headers-11). */
export const rateLimit = "RateLimit";
/** The key's limit and its window in seconds: `"key";q=60;w=60` (the same draft). */
export const rateLimitPolicy = "RateLimit-Policy";
/**
 * On a temporary refusal: the number of seconds, at least 1, after which to send the request again (RFC 9110, 10.2.3).
 */
export const retryAfter = "Retry-After";
