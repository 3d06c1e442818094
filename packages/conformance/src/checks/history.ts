import { headers, messageIdOfReply, parseEventId, paths } from "@servicechat/contract";
import { historySchema } from "@servicechat/contract/schemas";
import type { Check } from "../check.ts";
import { historyOf, readFields, readJson, say } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer, readProblem } from "../problem.ts";
import { messageAsk, textBody } from "../visitor.ts";

const specified = { source: "specification", section: "GET /chat-bot/history" } as const;
const history = { source: "wire", section: "History" } as const;
const sessions = { source: "wire", section: "Sessions" } as const;

const messageId = /^msg_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What the history contains. */
export const historyChecks: readonly Check[] = [
  {
    id: "history/fields",
    sentence: "The history is a list of messages, each with id, role, content and created_at.",
    ...specified,
    async run({ evidence }) {
      const exchange = await evidence.history();
      mustAnswer(exchange, 200);
      const { messages } = readFields(exchange);
      must(Array.isArray(messages), "an object with the list messages", exchange.text);
      for (const { id, role, content, created_at } of historyOf(exchange)) {
        const types = [id, role, content, created_at].map((value) => typeof value);
        mustBe("the types of id, role, content, created_at", types, Array(4).fill("string"));
        must(role === "user" || role === "assistant", "the role user or assistant", role);
      }
    },
  },
  {
    id: "history/order",
    sentence: "All messages are there, in order, each with its full text.",
    ...specified,
    async run({ evidence }) {
      const [first, second] = [await evidence.first(), await evidence.second()];
      const found = historyOf(await evidence.history()).map(({ role, content }) => [role, content]);
      const expected = [first, second].flatMap(({ said, text }) => [
        ...said.map((value) => ["user", value]),
        ["assistant", text],
      ]);
      mustBe("the history", found, expected);
    },
  },
  {
    id: "history/none",
    sentence: "Without a session, or with an unknown token, the history gets 404, and no session is created.",
    ...specified,
    async run({ visitor }) {
      const unknown = `st_${"B".repeat(43)}`;
      for (const token of [undefined, unknown, "nonsense"]) {
        const answer = await visitor.ask({ path: paths.history, ...(token !== undefined && { token }) });
        mustAnswer(answer, 404);
        mustBe("X-Session-Token in a 404", answer.headers.get(headers.sessionToken), undefined);
      }
      mustAnswer(await visitor.ask({ path: paths.history, token: unknown }), 404);
    },
  },
  {
    id: "history/none-alike",
    sentence: "The response is the same, whatever the reason that there is no session.",
    ...sessions,
    async run({ visitor }) {
      const bodies = [];
      for (const token of [undefined, "", `st_${"B".repeat(43)}`, "x".repeat(3_000)]) {
        const answer = await visitor.ask({ path: paths.history, ...(token !== undefined && { token }) });
        bodies.push({ ...readProblem(answer), requestId: undefined });
      }
      mustBe("the code", bodies[0]?.code, "session_not_found");
      for (const body of bodies) mustBe("the refusal of an unknown token", body, bodies[0]);
    },
  },
  {
    id: "history/shape",
    sentence: "A message also has its status and its parts.",
    ...history,
    async run({ evidence }) {
      const { error } = historySchema.safeParse(readJson((await evidence.history()).text));
      const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      must(fault === undefined, "status and parts, as described", fault);
      for (const { status } of historyOf(await evidence.history())) mustBe("status", status, "complete");
    },
  },
  {
    id: "history/parts",
    sentence: "The text parts of a reply make up its content.",
    ...history,
    async run({ evidence }) {
      const { data } = historySchema.safeParse(readJson((await evidence.history()).text));
      needs(data !== undefined, "the history does not have the described shape");
      for (const { role, content, parts } of data.messages) {
        const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
        if (role === "assistant") mustBe("the text parts of a reply", text, content);
      }
    },
  },
  {
    id: "history/ids",
    sentence:
      "Ids are msg_ and a UUIDv7, all different; a reply has the UUID of its events; times are UTC with milliseconds.",
    ...history,
    async run({ evidence }) {
      const messages = historyOf(await evidence.history());
      for (const { id, created_at } of messages) {
        must(typeof id === "string" && messageId.test(id), "msg_ and a UUIDv7", id);
        must(typeof created_at === "string" && time.test(created_at), "2026-01-31T12:00:00.000Z", created_at);
      }
      mustBe("ids that differ", new Set(messages.map(({ id }) => id)).size, messages.length);
      const replyId = parseEventId((await evidence.second()).events[0]?.id ?? "")?.replyId ?? "";
      mustBe("the id of the second reply", messages.at(-1)?.id, messageIdOfReply(replyId));
    },
  },
  {
    id: "history/other-agent",
    sentence: "The token of one agent's chat is unknown to another agent.",
    ...sessions,
    async run({ visitor, evidence }) {
      const key = visitor.secondKey;
      needs(key !== undefined, "give --second-key: a key of another agent that the same origin may use");
      const [own, other] = [await evidence.agent(), await visitor.ask({ path: paths.agent, key })];
      mustAnswer(other, 200);
      needs(own.text !== other.text, "--second-key belongs to the same agent; give one of another");
      const { token } = await evidence.first();
      needs(token !== "", "the first message got no session token");
      mustAnswer(await visitor.ask({ path: paths.history, key, token }), 404);
      mustAnswer(await visitor.ask({ method: "DELETE", path: paths.session, key, token }), 404);
      const posted = await visitor.ask(messageAsk(textBody("Hello."), { key, token }));
      must(
        posted.headers.get(headers.sessionToken) !== token,
        "a new session token",
        "that of the other agent's chat",
      );
      mustAnswer(await visitor.ask({ path: paths.history, token }), 200);
    },
  },
];

/** Erasing a chat. */
export const erasingChecks: readonly Check[] = [
  {
    id: "erase/gone",
    sentence:
      "A chat that its visitor erased is gone for every request, and its token no longer opens anything.",
    source: "wire",
    section: "At a glance",
    async run({ visitor }) {
      const { token } = await say(visitor, ["Please forget this."]);
      needs(token !== "", "a message got no session token");
      const erased = await visitor.ask({ method: "DELETE", path: paths.session, token });
      mustAnswer(erased, 204);
      mustBe("the body of a 204", erased.text, "");
      mustAnswer(await visitor.ask({ path: paths.history, token }), 404);
      mustAnswer(await visitor.ask({ path: paths.stream, token }), 404);
      mustAnswer(await visitor.ask({ method: "POST", path: paths.stop, token }), 404);
      mustAnswer(await visitor.ask({ method: "DELETE", path: paths.session, token }), 404);
      const next = await say(visitor, ["Hello again."], { token });
      mustAnswer(next.exchange, 200);
      must(next.token !== "" && next.token !== token, "a new session token", next.token);
    },
  },
];
