/** Header names of the wire, in the case they are documented with. */
export const headers = {
  sessionToken: "X-Session-Token",
  embedTicket: "X-Embed-Ticket",
  requestId: "X-Request-Id",
  idempotencyKey: "Idempotency-Key",
  idempotencyReplayed: "Idempotency-Replayed",
  lastEventId: "Last-Event-ID",
  userToken: "X-User-Token",
} as const;

/** The service's own doors of the visitor, relative to the base address. */
export const paths = {
  config: "/chat-bot/config",
  messages: "/chat-bot/",
  history: "/chat-bot/history",
  agent: "/chat-bot/agent",
  stream: "/chat-bot/stream",
  stop: "/chat-bot/stop",
  session: "/chat-bot/session",
  uploads: "/chat-bot/uploads",
  images: "/chat-bot/images/",
  feedback: "/chat-bot/feedback",
  launcher: "/launcher.js",
  frame: "/chat/",
} as const;

/** The part of an agent key that is no secret: `ak_<public id>_<secret>`; `undefined` when it is no key. */
export function publicKeyId(key: string): string | undefined {
  return /^ak_([0-9a-z]+)_[\w-]+$/.exec(key)?.[1];
}
