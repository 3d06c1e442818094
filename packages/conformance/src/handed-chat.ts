import { setTimeout as pause } from "node:timers/promises";
import { asObject, headers, paths } from "@servicechat/contract";
import { readFields, say } from "./conversation.ts";
import type { HeardReply } from "./conversation.ts";
import type { HeardEvent } from "./event-stream.ts";
import { needs } from "./expect.ts";
import type { Listening } from "./listening.ts";
import type { Exchange, Visitor, VisitorAsk } from "./visitor.ts";

/** How long an event may take to arrive, in milliseconds. */
const maxHeardMs = 5_000;

/** A chat in which the visitor asked for a person, no one came, and the visitor returned to the agent. */
export interface HandedChat {
  readonly token: string;
  readonly first: HeardReply;
  /** The request for a person, sent twice. */
  readonly asked: readonly [Exchange, Exchange];
  /** The return to the agent, sent twice. */
  readonly back: readonly [Exchange, Exchange];
  /** The reply after the agent had the chat again. */
  readonly second: HeardReply;
  /** The stream with `wait=idle`, which was open all the time, and whether its body had ended. */
  readonly idle: {
    readonly exchange: Exchange;
    readonly events: readonly HeardEvent[];
    readonly hasEnded: boolean;
  };
  /** The same, resumed after the event that said who held the chat at first. */
  readonly resumed: { readonly exchange: Exchange; readonly events: readonly HeardEvent[] };
  readonly history: Exchange;
}

/**
 * Asks for a person and returns. @throws NotChecked if the agent cannot hand over, or no person is available according to
 * its opening hours
 */
export async function handOff(visitor: Visitor, agent: Exchange): Promise<HandedChat> {
  needs(
    handoffOf(agent)["open"] === true,
    "by the agent's hours nobody is there now: run the checks when somebody is",
  );
  const first = await say(visitor, ["Hello. Please answer in one short sentence."]);
  const { token } = first;
  needs(token !== "", "a message got no session token");
  const { exchange, listening } = await visitor.listen(idleAsk(token));
  const toAgent = { method: "DELETE", path: paths.handoff, token } as const;
  await heard(listening, isHolder("agent"));
  const asked = [await visitor.ask(handoffAsk({}, token)), await visitor.ask(handoffAsk({}, token))] as const;
  await heard(listening, isHolder("waiting"));
  const back = [await visitor.ask(toAgent), await visitor.ask(toAgent)] as const;
  await heard(listening, isHolder("agent"), 2);
  const second = await say(visitor, ["And once more, please."], { token });
  await heard(listening, ({ name }) => name === "done");
  const isOver = await Promise.race([listening.ended().then(() => true), pause(0, false)]);
  const idle = { exchange, events: listening.events(), hasEnded: isOver };
  listening.close();

  const again = await visitor.listen(idleAsk(token, idle.events[0]?.id ?? ""));
  if (again.exchange.status === 200) await heard(again.listening, ({ name }) => name === "done");
  again.listening.close();
  const resumed = { exchange: again.exchange, events: again.listening.events() };
  return {
    token,
    first,
    asked,
    back,
    second,
    idle,
    resumed,
    history: await visitor.ask({ path: paths.history, token }),
  };
}

/** What the agent view says about asking for a person. @throws NotChecked if it cannot hand over */
export function handoffOf(agent: Exchange): Readonly<Record<string, unknown>> {
  const { handoff } = readFields(agent);
  needs(handoff !== undefined, "the agent's view has no handoff: it hands no chat over to a person");
  return asObject(handoff) ?? {};
}

/** GET /chat-bot/stream?wait=idle, from a position if there is one. */
export function idleAsk(token: string, position?: string): VisitorAsk {
  return {
    path: `${paths.stream}?wait=idle`,
    token,
    ...(position !== undefined && { headers: [[headers.lastEventId, position]] as const }),
  };
}

/** Requests a stream that should be refused: if it is not, it stays open and is closed here. */
export async function askForNoStream(visitor: Visitor, ask: VisitorAsk): Promise<Exchange> {
  const { exchange, listening } = await visitor.listen(ask);
  if (exchange.status === 200) listening.close();
  await listening.ended();
  return exchange;
}

/** POST /chat-bot/handoff */
export function handoffAsk(body: object, token?: string): VisitorAsk {
  return {
    method: "POST",
    path: paths.handoff,
    ...(token !== undefined && { token }),
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify(body),
  };
}

/** Whether an event says that this one holds the chat. */
export function isHolder(holder: string): (event: HeardEvent) => boolean {
  return ({ name, data }) => name === "holder" && asObject(data)?.["holder"] === holder;
}

/** Waits until this many matching events have arrived, the body has ended, or time is up. */
async function heard(listening: Listening, fits: (event: HeardEvent) => boolean, times = 1): Promise<void> {
  const late = pause(maxHeardMs, false, { ref: false });
  const isThere = () => listening.events().filter(fits).length >= times;
  while (!isThere() && (await Promise.race([listening.heard(listening.events().length + 1), late])));
}
