// Header names of the wire, in the case they are documented with. Each is a constant of its own, and all of them are
// `headers`: so the widget takes along only those that it sends or reads.

export const sessionToken = "X-Session-Token";
export const embedTicket = "X-Embed-Ticket";
export const requestId = "X-Request-Id";
export const idempotencyKey = "Idempotency-Key";
export const idempotencyReplayed = "Idempotency-Replayed";
export const lastEventId = "Last-Event-ID";
export const userToken = "X-User-Token";
export const rateLimit = "RateLimit";
export const rateLimitPolicy = "RateLimit-Policy";
export const retryAfter = "Retry-After";
