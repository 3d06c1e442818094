import { headers, paths } from "@servicechat/contract";
import { handoffStateSchema, historySchema } from "@servicechat/contract/schemas";
import type { Check } from "../check.ts";
import { readFields, readJson, say } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { askForNoStream, handoffAsk, handoffOf, idleAsk, isHolder } from "../handed-chat.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import type { Exchange } from "../visitor.ts";

const section = { source: "wire", section: "A person takes part" } as const;
const chatEventId = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Asking for a person, and the stream that reports on people. Nobody is there to take the chat, so what follows is not
 * covered.
 */
export const handoffChecks: readonly Check[] = [
  {
    id: "handoff/view",
    sentence:
      "The agent view says whether there is a button to ask for a person, and whether anybody is available.",
    ...section,
    async run({ evidence }) {
      const { button, open } = handoffOf(await evidence.agent());
      mustBe("the types of button and open", [typeof button, typeof open], ["boolean", "boolean"]);
    },
  },
  {
    id: "handoff/asked",
    sentence: "Asking for a person says who holds the chat, and asking again changes nothing.",
    ...section,
    async run({ evidence }) {
      const { asked } = await evidence.handedOff();
      for (const exchange of asked) mustBe("holder and open", stateIn(exchange), ["waiting", true]);
    },
  },
  {
    id: "handoff/back",
    sentence: "Going back returns the chat to the agent, even if the agent already has it.",
    ...section,
    async run({ visitor, evidence }) {
      const { back } = await evidence.handedOff();
      for (const exchange of back) mustBe("holder and open", stateIn(exchange), ["agent", true]);
      mustRefuse(await visitor.ask({ method: "DELETE", path: paths.handoff }), "session_not_found");
    },
  },
  {
    id: "handoff/opens-chat",
    sentence: "Asking without a session opens one, as a first message does.",
    ...section,
    async run({ visitor, evidence }) {
      handoffOf(await evidence.agent());
      const asked = await visitor.ask(handoffAsk({}));
      mustAnswer(asked, 200);
      const token = asked.headers.get(headers.sessionToken) ?? "";
      must(token !== "", "X-Session-Token", undefined);
      const told = await visitor.ask({ path: paths.history, token });
      mustAnswer(told, 200);
      mustBe("the messages of a chat in which nothing was said", readFields(told)["messages"], []);
      mustAnswer(await visitor.ask({ method: "DELETE", path: paths.session, token }), 204);
    },
  },
  {
    id: "handoff/refused",
    sentence: "An invalid email address, or a reason of more than 500 characters, is refused with 400.",
    ...section,
    async run({ visitor, evidence }) {
      handoffOf(await evidence.agent());
      for (const body of [{ email: "nobody" }, { reason: "x".repeat(501) }, { reason: 1 }])
        mustRefuse(await visitor.ask(handoffAsk(body)), "malformed_request");
    },
  },
  {
    id: "handoff/none",
    sentence: "For an agent without handoff, the responses are 404 and 204.",
    ...section,
    async run({ visitor, evidence }) {
      const { key, secondKey } = visitor;
      const views = [await evidence.agent()];
      if (secondKey !== undefined) views.push(await visitor.ask({ path: paths.agent, key: secondKey }));
      const without = views.find((view) => readFields(view)["handoff"] === undefined);
      needs(without !== undefined, "give --second-key: a key of an agent without handoff");
      const own = { key: without.ask.key ?? key };
      const { token } = await say(visitor, ["Hello."], own);
      needs(token !== "", "a message got no session token");
      mustAnswer(await visitor.ask({ ...handoffAsk({}, token), ...own }), 404);
      mustAnswer(await askForNoStream(visitor, { ...idleAsk(token), ...own }), 204);
    },
  },
  {
    id: "idle/open",
    sentence:
      "A stream with wait=idle stays open while no reply is running, and first says who holds the chat.",
    ...section,
    async run({ visitor, evidence }) {
      const { idle, token } = await evidence.handedOff();
      mustAnswer(idle.exchange, 200);
      const [first] = idle.events;
      must(first !== undefined && isHolder("agent")(first), "the event holder with agent", first);
      must(chatEventId.test(first.id), "an id of evt_ and a UUIDv7", first.id);
      mustBe("whether the body had ended", idle.hasEnded, false);
      const [long, none] = [
        { path: `${paths.stream}?wait=long`, token },
        { path: `${paths.stream}?wait=idle` },
      ];
      mustRefuse(await askForNoStream(visitor, long), "malformed_request");
      mustRefuse(await askForNoStream(visitor, none), "session_not_found");
    },
  },
  {
    id: "idle/events",
    sentence:
      "It sends every change of holder, and the whole reply to a message that is sent in the meantime.",
    ...section,
    async run({ evidence }) {
      const { idle, second } = await evidence.handedOff();
      const told = idle.events.slice(1);
      const moves = told.filter(({ name }) => name === "holder");
      const holders = moves.map((move) => ["waiting", "agent"].find((holder) => isHolder(holder)(move)));
      mustBe("who holds the chat", holders, ["waiting", "agent"]);
      const reply = told.filter(({ name }) => name !== "holder");
      mustBe("the events of the reply", reply, second.events);
    },
  },
  {
    id: "idle/resumed",
    sentence:
      "Resumed after an event, it says who holds the chat, and sends in full any reply that has since ended.",
    ...section,
    async run({ evidence }) {
      const { resumed, second } = await evidence.handedOff();
      mustAnswer(resumed.exchange, 200);
      const [first, ...told] = resumed.events;
      must(first !== undefined && isHolder("agent")(first), "the event holder with agent", first);
      const names = told.map(({ name }) => name);
      mustBe("the first and last event of the reply", [names[0], names.at(-1)], ["start", "done"]);
      const text = told.flatMap(({ name, data }) => (name === "text" ? [String(data)] : [])).join("");
      mustBe("the text of the reply", text, second.text);
    },
  },
  {
    id: "idle/foreign-position",
    sentence: "A position in another chat is refused with 409.",
    ...section,
    async run({ visitor, evidence }) {
      const { token } = await evidence.handedOff();
      const other = (await evidence.first()).events.at(-1)?.id;
      needs(other !== undefined, "the first message got no events");
      for (const position of [other, "nonsense"])
        mustRefuse(await askForNoStream(visitor, idleAsk(token, position)), "resume_unavailable");
    },
  },
  {
    id: "handoff/history",
    sentence: "The history also says what happened, when, and after which message.",
    ...section,
    async run({ evidence }) {
      const { data, error } = historySchema.safeParse(readJson((await evidence.handedOff()).history.text));
      const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      must(data !== undefined, "messages and events, as described", fault);
      mustBe(
        "type and after of the events",
        data.events?.map(({ type, after }) => [type, after]),
        ["waiting", "back_to_assistant"].map((type) => [type, data.messages[1]?.id]),
      );
    },
  },
];

function stateIn(exchange: Exchange): readonly [unknown, unknown] {
  mustAnswer(exchange, 200);
  const { data, error } = handoffStateSchema.safeParse(readJson(exchange.text));
  const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  must(data !== undefined, "holder and open, as described", fault);
  return [data.holder, data.open];
}
