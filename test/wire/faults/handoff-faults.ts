import { always, header, status, text } from "./fault.ts";
import type { Fault } from "./fault.ts";

const handoff = "/chat-bot/handoff";
const idle = "/chat-bot/stream?wait=idle";

/** What a service could do wrong when people take part. */
export const handoffFaults: readonly Fault[] = [
  {
    what: "says of its agent only that it hands over",
    spoil: text("/chat-bot/agent", (body) => body.replace(/"handoff":\{[^}]*\}/, '"handoff":{"open":true}')),
    fails: ["handoff/view"],
  },
  {
    what: "does not say who holds the chat",
    spoil: text(handoff, (body) => body.replace('"holder"', '"owner"')),
    fails: ["handoff/asked", "handoff/back"],
  },
  {
    what: "asks for a person without opening a chat",
    spoil: header("x-session-token", undefined),
    fails: ["handoff/opens-chat"],
  },
  {
    what: "takes any text for an address, and reasons of any length",
    spoil: status(400, 200, handoff),
    fails: ["handoff/refused"],
  },
  {
    what: "answers 405 where an agent hands nothing over, and an empty stream",
    spoil: {
      answer: (answer, { path }) => {
        if (path === handoff && answer.status === 404) answer.status = 405;
      },
    },
    fails: ["handoff/none"],
  },
  {
    what: "ends a stream that is to stay open",
    spoil: always((request) => {
      if (request.path === idle) request.path = "/chat-bot/stream";
    }),
    fails: ["idle/open", "idle/events", "idle/resumed"],
  },
  {
    what: "keeps changes of the holder to itself",
    spoil: text(idle, (piece) => piece.replaceAll("event: holder", "event: keeper")),
    fails: ["idle/open", "idle/events", "idle/resumed"],
  },
  {
    what: "takes a position in another chat for the beginning of this one",
    spoil: always((request) => {
      if (request.path === idle) delete request.headers["last-event-id"];
    }),
    fails: ["idle/resumed", "idle/foreign-position"],
  },
  {
    what: "forgets what happened in a chat",
    spoil: text("/chat-bot/history", (body) => body.replaceAll('"events"', '"moves"')),
    fails: ["handoff/history"],
  },
];
