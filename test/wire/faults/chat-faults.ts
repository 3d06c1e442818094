import { always, header, status, text } from "./fault.ts";
import type { Fault } from "./fault.ts";

const messages = "/chat-bot/";
const history = "/chat-bot/history";
const agent = "/chat-bot/agent";
const stream = "/chat-bot/stream";
const goodBody = '{"messages":[{"type":"text","block":{"value":"Hello."}}]}';

/** What a service could do wrong inside: messages, history, agent, streams. */
export function chatFaultsOf(keys: { readonly key: string; readonly secondKey: string }): readonly Fault[] {
  return [...messageFaults, ...storedFaults(keys), ...streamFaults, ...additiveFaults];
}

const bodies = [
  "syntax",
  "empty",
  "encoding",
  "depth",
  "array",
  "no-messages",
  "no-list",
  "none",
  "many",
  "type",
  "block",
];
bodies.push("value", "blank", "long", "nul", "question", "action", "malformed", "size");

/** In what the specification does not name. */
const additiveFaults: readonly Fault[] = [
  {
    what: "does not mark what was replaced",
    spoil: text(history, (body) => body.replaceAll('"replaced"', '"old"')),
    fails: ["replace/kept"],
  },
  {
    what: "takes what replaces nothing for a new message",
    spoil: always((request) => {
      request.body = request.body.replace(/"replaces":"/, '"instead":"');
    }),
    fails: ["replace/kept", "replace/refused"],
  },
  {
    what: "forgets what was thought of a reply",
    spoil: text(history, (body) => body.replaceAll('"feedback"', '"opinion"')),
    fails: ["feedback/kept"],
  },
  {
    what: "answers 500 to a rating that is none",
    spoil: status(400, 500, "/chat-bot/feedback"),
    fails: ["feedback/refused"],
  },
];

const messageFaults: readonly Fault[] = [
  {
    what: "sends the reply as text",
    spoil: header("content-type", "text/plain"),
    fails: ["messages/stream"],
  },
  { what: "issues no session token", spoil: header("x-session-token", undefined), fails: ["messages/token"] },
  {
    what: "takes no session token",
    spoil: always((request) => void (request.path === messages && delete request.headers["x-session-token"])),
    fails: ["messages/token", "messages/token-form"],
  },
  {
    what: "does not end its replies",
    spoil: text(messages, (piece) => piece.replace("event: done", "event: over")),
    fails: ["messages/start-done", "messages/answered"],
  },
  {
    what: "says nothing",
    spoil: text(messages, (piece) => piece.replaceAll("event: text", "event: word")),
    fails: ["messages/answered"],
  },
  {
    what: "sends objects as text",
    spoil: text(messages, (piece) => piece.replaceAll(/data: (".*")/g, "data: {$1:1}")),
    fails: ["messages/data"],
  },
  {
    what: "names events twice",
    spoil: text(messages, (piece) => piece.replace("event: text", "event: text\nevent: text")),
    fails: ["messages/grammar"],
  },
  {
    what: "numbers events from 0",
    spoil: text(messages, (piece) => piece.replace(/^(id: .*)\.1$/m, "$1.0")),
    fails: ["messages/event-ids"],
  },
  {
    what: "lets nginx hold the stream",
    spoil: header("x-accel-buffering", undefined),
    fails: ["messages/not-kept"],
  },
  {
    what: "holds replies until they are whole",
    spoil: { answer: (answer, { path }) => void (answer.hold = path === messages) },
    fails: ["stream/live"],
  },
  {
    what: "adopts the visitor's token",
    spoil: {
      answer: ({ headers }, sent) =>
        void (headers["x-session-token"] &&= sent.headers["x-session-token"] ?? "st_new"),
    },
    fails: ["messages/chosen-token", "erase/gone"],
  },
  {
    what: "drops all but the last message",
    spoil: always((request) => void (request.body = request.body.replace(/\[\{.*\},\{/, "[{"))),
    fails: ["messages/several"],
  },
  {
    what: "cleans what visitors wrote",
    spoil: text(history, (body) => body.replaceAll("<img", "")),
    fails: ["messages/any-text"],
  },
  {
    what: "takes any body for a good one",
    spoil: always((request) => {
      if (request.path === messages) request.body = goodBody;
    }),
    fails: [...bodies.map((id) => `body/${id}`), "repeat/refused"],
  },
  {
    what: "takes any media type",
    spoil: always(({ headers }) => void (headers["content-type"] = "application/json")),
    fails: ["body/media-type"],
  },
  {
    what: "does not name the field",
    spoil: text(messages, (body) => body.replace(/messages\[0\]/, "it")),
    fails: ["body/value", "body/type"],
  },
  {
    what: "forgets what was sent before",
    spoil: always(({ headers }) => delete headers["idempotency-key"]),
    fails: ["repeat/same", "repeat/other-body", "repeat/at-once"],
  },
];

function storedFaults({
  key,
  secondKey,
}: {
  readonly key: string;
  readonly secondKey: string;
}): readonly Fault[] {
  return [
    {
      what: "names a field of the history otherwise",
      spoil: text(history, (body) => body.replaceAll("created_at", "createdAt")),
      fails: ["history/fields"],
    },
    {
      what: "turns the history round",
      spoil: text(history, (body) => JSON.stringify({ messages: JSON.parse(body).messages.toReversed() })),
      fails: ["history/order"],
    },
    {
      what: "answers each unknown token otherwise",
      spoil: text(history, (body) => body.replace("Chat session", `Chat session ${performance.now()}`)),
      fails: ["history/none-alike"],
    },
    {
      what: "does not say how messages stand",
      spoil: text(history, (body) => body.replaceAll('"status"', '"state"')),
      fails: ["history/shape"],
    },
    {
      what: "loses part of the parts",
      spoil: text(history, (body) => body.replaceAll('"text":"', '"text":"…')),
      fails: ["history/parts"],
    },
    {
      what: "gives messages other ids",
      spoil: text(history, (body) => body.replaceAll('"msg_', '"m_')),
      fails: ["history/ids"],
    },
    {
      what: "shows one agent's chats to another",
      spoil: always(({ headers }) => {
        const isOther = headers["authorization"] === `Bearer ${secondKey}`;
        if (isOther && headers["x-session-token"]) headers["authorization"] = `Bearer ${key}`;
      }),
      fails: ["history/other-agent"],
    },
    {
      what: "calls actions otherwise",
      spoil: text(agent, (body) => body.replace('"actions"', '"deeds"')),
      fails: ["agent/fields"],
    },
    {
      what: "tells two names",
      spoil: text(agent, (body) => body.replace("Acme Support", "Acme")),
      fails: ["agent/agrees"],
    },
    {
      what: "sends what is for administrators",
      spoil: text(agent, (body) => body.replace('"kind"', '"adminOnly":true,"kind"')),
      fails: ["agent/nothing-hidden", "agent/actions"],
    },
    {
      what: "only says that it erases",
      spoil: always((request) => {
        if (request.method !== "DELETE" || request.path !== "/chat-bot/session") return;
        Object.assign(request, { method: "OPTIONS" }); // this is also answered with 204
      }),
      fails: ["erase/gone", "queue/erased"],
    },
  ];
}

const streamFaults: readonly Fault[] = [
  {
    what: "ignores the position",
    spoil: always(({ headers }) => delete headers["last-event-id"]),
    fails: ["stream/rest", "stream/unknown-position"],
  },
  {
    what: "loses the start",
    spoil: text(stream, (piece) => piece.replace(/event: start\n(?:.+\n)+\n/, "")),
    fails: ["stream/whole"],
  },
  {
    what: "answers 404 when nothing runs",
    spoil: status(204, 404),
    fails: ["stream/nothing-runs", "stop/idle", "stop/ends"],
  },
  {
    what: "says that a reply was given up when its listener left",
    spoil: text(history, (body) => body.replaceAll('"streaming"', '"incomplete"')),
    fails: ["stream/left"],
  },
  {
    what: "only says that it stops",
    spoil: always((request) => {
      if (request.path === "/chat-bot/stop" && request.method === "POST") request.method = "OPTIONS";
    }),
    fails: ["stop/ends"],
  },
  {
    what: "lets waiting messages wait in silence",
    spoil: text(messages, (piece) => piece.replace("event: progress", "event: text")),
    fails: ["queue/waits"],
  },
  { what: "answers 503 in a busy chat", spoil: status(429, 503), fails: ["queue/full"] },
];
