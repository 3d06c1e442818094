import { randomUUID } from "node:crypto";
import { headers, parseEventId } from "@servicechat/contract";
import type { Check } from "../check.ts";
import { hear, readHistory, say } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import { messageAsk } from "../visitor.ts";

const section = { source: "wire", section: "Sending again safely" } as const;

const withKey = (key: string) => ({ headers: [[headers.idempotencyKey, key]] }) as const;

/** The effects of an Idempotency-Key. */
export const repeatingChecks: readonly Check[] = [
  {
    id: "repeat/same",
    sentence:
      "The same key with the same message is the same turn: its reply is sent again, and nothing is answered twice.",
    ...section,
    async run({ visitor }) {
      const key = randomUUID();
      const first = await say(visitor, ["Hello, once."], withKey(key));
      const again = await say(visitor, ["Hello, once."], withKey(key));
      mustAnswer(again.exchange, 200);
      mustBe(
        "Idempotency-Replayed of the first",
        first.exchange.headers.get(headers.idempotencyReplayed),
        undefined,
      );
      mustBe(headers.idempotencyReplayed, again.exchange.headers.get(headers.idempotencyReplayed), "true");
      mustBe("the session token", again.token, first.token);
      const replyOf = ({ events }: typeof first) => parseEventId(events[0]?.id ?? "")?.replyId;
      mustBe("the reply", replyOf(again), replyOf(first));
      mustBe("the text of the reply", again.text, first.text);
      mustBe("the last event", again.events.at(-1)?.name, first.events.at(-1)?.name);
      needs(first.token !== "", "the response had no session token");
      mustBe("messages in the history", (await readHistory(visitor, first.token)).length, 2);
    },
  },
  {
    id: "repeat/other-body",
    sentence: "The same key with a different message is refused with 422.",
    ...section,
    async run({ visitor }) {
      const key = randomUUID();
      mustAnswer((await say(visitor, ["Hello, this."], withKey(key))).exchange, 200);
      mustRefuse((await say(visitor, ["Hello, that."], withKey(key))).exchange, "idempotency_mismatch");
    },
  },
  {
    id: "repeat/refused",
    sentence: "The key of a refused message can be used again.",
    ...section,
    async run({ visitor }) {
      const key = randomUUID();
      mustAnswer(await visitor.ask(messageAsk("{}", withKey(key))), 400);
      const { exchange } = await say(visitor, ["Hello, now right."], withKey(key));
      mustAnswer(exchange, 200);
      mustBe(headers.idempotencyReplayed, exchange.headers.get(headers.idempotencyReplayed), undefined);
    },
  },
  {
    id: "repeat/at-once",
    sentence: "A message that is sent twice at the same time is one turn.",
    ...section,
    async run({ visitor }) {
      await visitor.makeRoom(3);
      const key = randomUUID();
      const ask = messageAsk('{"messages":[{"type":"text","block":{"value":"Twice."}}]}', withKey(key));
      const twins = await Promise.all([visitor.ask(ask), visitor.ask(ask)]);
      const [one, other] = twins.map((exchange) => hear(exchange, ["Twice."]));
      for (const twin of twins) mustAnswer(twin, 200);
      must(one !== undefined && one.token === other?.token, "one session token", [one?.token, other?.token]);
      needs(one.token !== "", "the response had no session token");
      mustBe("messages in the history", (await readHistory(visitor, one.token)).length, 2);
    },
  },
];
