/** A small agent file. */
export const agentFile = (id: string) => `id: ${id}\nname: ${id}\nmodel: {provider: extractive}\n`;

const draftOf = (agent: string) => ({ agent, text: "Soon.", questions: ["When?"] });

/** Bodies for operations of the admin API that a schema alone cannot generate, about an agent. */
export const bodies: Readonly<Record<string, (agent: string) => unknown>> = {
  "PUT agents/{id}": (agent) => ({ file: agentFile(agent) }),
  "PUT me/notifications/mail": () => ({ enabled: true, address: "ann@shop.example" }),
  "PUT agents/{id}/tests": (agent) => ({
    file: `agent: ${agent}\ntests:\n  - {name: a, say: b, expect: {answers: true}}\n`,
  }),
  "POST agents/check": (agent) => ({ file: agentFile(agent) }),
  "POST answers": draftOf,
  "POST answers/try": draftOf,
  "POST chats/{id}/tags": () => ({ add: ["Refund"] }),
  "POST chats/{id}/snooze": () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  "POST chats/{id}/seen": (agent) => ({ message: `msg_chat${agent}` }),
  "POST chats/{id}/flags": (agent) => ({ message: `msg_chat${agent}`, reason: "other" }),
  "POST keys": (agent) => ({ agent, allowed: ["shop.example"] }),
  // Nothing in the network may be reached: the preview says so.
  "POST knowledge/preview": () => ({ source: { url: "http://127.0.0.1:9/" } }),
  "POST keys/{id}/check": () => ({ url: "https://127.0.0.1:9/" }),
  "PUT secrets/{name}": () => ({ value: "a key of the shop", origins: ["https://shop.example"] }),
  "POST models/try": () => ({
    model: { provider: "openai", baseUrl: "http://127.0.0.1:9/v1", name: "tiny" },
  }),
  "POST models/list": () => ({ provider: "ai-sdk" }),
  "POST mail/test": () => ({ to: "ann@shop.example" }),
  "POST me/confirm": () => ({ password: "not it" }),
  "PUT me/face": () => ({ data: "c2FtcGxl" }),
  "POST me/push": () => ({
    endpoint: "https://push.example/to/1",
    keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
  }),
  "POST prices": () => ({ model: "small", from: "2026-11-01", currency: "EUR", in: 1, out: 2 }),
  "POST webhooks": () => ({ url: "https://hooks.example/", events: ["chat.started"] }),
};
