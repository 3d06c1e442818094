import { headers, decodeEvent, isTerminal, parseEventId } from "@servicechat/contract";
import type { Check, Inspection } from "../check.ts";
import { historyOf, readHistory, say } from "../conversation.ts";
import type { HeardReply } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer } from "../problem.ts";
import { messageAsk } from "../visitor.ts";

const specified = { source: "specification", section: "POST /chat-bot/" } as const;
const events = { source: "specification", section: "Events" } as const;
const sessions = { source: "wire", section: "Sessions" } as const;
const stream = { source: "wire", section: "The stream" } as const;
const sending = { source: "wire", section: "Sending messages" } as const;

/** The events with data: those of the specification, and those added later. */
const eventsWithData = new Set([
  "text",
  "progress",
  "tool_usage_start",
  "tool_usage_progress",
  "tool_usage_stop",
  "image",
  "error",
  "ask_user_question",
  "follow_ups",
]);
const uuidV7 = /^rep_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The response to a message. */
export const messageChecks: readonly Check[] = [
  {
    id: "messages/stream",
    sentence: "A message is answered with 200 and a stream of server-sent events.",
    ...specified,
    async run({ evidence }) {
      const { exchange } = await evidence.first();
      mustAnswer(exchange, 200);
      const type = exchange.headers.get("Content-Type");
      must(/^text\/event-stream(?:;|$)/.test(type ?? ""), "Content-Type: text/event-stream", type);
    },
  },
  {
    id: "messages/token",
    sentence:
      "The first response has a session token, and a request with that token continues the same chat.",
    ...specified,
    async run({ evidence }) {
      const { token } = await evidence.first();
      must(token !== "", "X-Session-Token in the first answer", "none");
      const second = await evidence.second();
      mustAnswer(second.exchange, 200);
      const said = historyOf(await evidence.history()).filter(({ role }) => role === "user");
      must(said.length === 2, "two messages of the visitor in one history", said.length);
    },
  },
  {
    id: "messages/start-done",
    sentence: "A reply begins with start and ends with done or error, exactly once each.",
    ...events,
    run: (inspection) =>
      forReplies(inspection, (reply) => {
        const names = reply.events.map(({ name }) => name);
        mustBe("the first event", names[0], "start");
        must(isTerminal(names.at(-1) ?? ""), "done or error as the last event", names.at(-1));
        mustBe("how often start comes", names.filter((name) => name === "start").length, 1);
        mustBe("how often an end comes", names.filter(isTerminal).length, 1);
      }),
  },
  {
    id: "messages/answered",
    sentence: "The agent answers: the reply has text or asks something, and ends with done.",
    ...events,
    run: (inspection) =>
      forReplies(inspection, (reply) => {
        const last = reply.events.at(-1);
        must(last?.name === "done", "done as the last event", `${last?.name} ${last?.json}`);
        const asks = reply.events.some(({ name }) => name === "ask_user_question");
        must(
          reply.text !== "" || asks,
          "text events, or a question",
          reply.events.map(({ name }) => name),
        );
      }),
  },
  {
    id: "messages/data",
    sentence: "The data of an event is JSON, with the fields of its type.",
    ...events,
    run: (inspection) =>
      forReplies(inspection, (reply) => {
        for (const { name, json } of reply.events)
          if (eventsWithData.has(name))
            must(decodeEvent(name, json) !== undefined, `the data of ${name}`, json);
      }),
  },
  {
    id: "messages/grammar",
    sentence: "Each event has one name, one id and one line of data, followed by a blank line.",
    ...stream,
    run: (inspection) =>
      forReplies(inspection, ({ faults, events: heard }) => {
        mustBe("errors in the stream", faults, []);
        for (const { name, json } of heard)
          if (name === "start" || name === "done") mustBe(`the data of ${name}`, json, "{}");
      }),
  },
  {
    id: "messages/event-ids",
    sentence: "The id of an event is the id of its reply, a dot, and its number, starting at 1.",
    ...stream,
    run: (inspection) =>
      forReplies(inspection, ({ events: heard }) => {
        const replyId = parseEventId(heard[0]?.id ?? "")?.replyId ?? "";
        must(uuidV7.test(replyId), "rep_ and a UUIDv7 in the id of an event", heard[0]?.id);
        const ids = heard.map(({ id }) => id);
        mustBe(
          "the ids of the events",
          ids,
          ids.map((_, at) => `${replyId}.${at + 1}`),
        );
      }),
  },
  {
    id: "messages/not-kept",
    sentence: "Nothing on the way caches, changes, buffers or compresses a stream.",
    ...stream,
    async run({ evidence }) {
      const { headers } = (await evidence.first()).exchange;
      const directives = headers.get("Cache-Control")?.split(/, */).toSorted();
      mustBe("Cache-Control", directives, ["no-store", "no-transform"]);
      mustBe("X-Accel-Buffering", headers.get("X-Accel-Buffering"), "no");
      mustBe("Content-Encoding", headers.get("Content-Encoding"), undefined);
    },
  },
  {
    id: "messages/token-form",
    sentence:
      "A session token is st_ and 43 characters of base64url, and the same in every response of its chat.",
    ...sessions,
    async run({ evidence }) {
      const { token } = await evidence.first();
      must(/^st_[\w-]{43}$/.test(token), "st_ and 43 characters", token);
      mustBe("the token of the second answer", (await evidence.second()).token, token);
    },
  },
  {
    id: "messages/chosen-token",
    sentence: "A message with a token that the service did not issue is accepted, and gets a new token.",
    ...sessions,
    async run({ visitor }) {
      const chosen = `st_${"A".repeat(43)}`;
      const { exchange, token } = await say(visitor, ["Hello."], { token: chosen });
      mustAnswer(exchange, 200);
      must(token !== "" && token !== chosen, "a new session token", token);
    },
  },
  {
    id: "messages/several",
    sentence:
      "Several messages in one request are one turn: each is kept, in order, and one reply answers them.",
    ...sending,
    async run({ visitor }) {
      const said = ["First, a greeting.", "x".repeat(8_000)];
      const { exchange, token } = await say(visitor, said, {
        headers: [["Content-Type", "application/json; charset=utf-8"]],
      });
      mustAnswer(exchange, 200);
      needs(token !== "", "the response had no session token");
      const messages = await readHistory(visitor, token);
      mustBe(
        "the roles of the history",
        messages.map(({ role }) => role),
        ["user", "user", "assistant"],
      );
      mustBe(
        "what was said",
        messages.slice(0, 2).map(({ content }) => content),
        said,
      );
    },
  },
  {
    id: "messages/any-text",
    sentence: "What a visitor writes is kept exactly as written; a lone surrogate becomes U+FFFD.",
    ...sending,
    async run({ visitor }) {
      const odd = [
        '<img src=x onerror=alert(1)> "quoted" \'; DROP TABLE messages; --',
        "a\r\nb\n\ndata: c\nevent: done\n\n",
      ];
      odd.push("שלום مرحبا 👩‍👩‍👧‍👦 e\u0301 \u200b\u2028\ufeff", "${jndi:ldap://x} {{7*7}} %s%n \\ \u0007\u007f");
      const messages = [...odd, "half \ud83d here"].map((value) => ({
        type: "text",
        block: { value, extra: 1 },
      }));
      const body = JSON.stringify({ messages, unknown: { field: true } });
      const exchange = await visitor.ask(messageAsk(body));
      mustAnswer(exchange, 200);
      const token = exchange.headers.get(headers.sessionToken);
      needs(token !== undefined, "the response had no session token");
      const kept = (await readHistory(visitor, token)).filter(({ role }) => role === "user");
      mustBe(
        "what was kept",
        kept.map(({ content }) => content),
        [...odd, "half \ufffd here"],
      );
    },
  },
];

/**
 * Checks the replies to the first two messages. @throws NotChecked if they were not streams, which another check
 * reports
 */
async function forReplies({ evidence }: Inspection, look: (reply: HeardReply) => void): Promise<void> {
  for (const reply of [await evidence.first(), await evidence.second()]) {
    needs(reply.exchange.status === 200, `a message was answered with ${reply.exchange.status}`);
    look(reply);
  }
}
