import { headers, eventId, parseEventId, paths } from "@servicechat/contract";
import { readHistory, say } from "./conversation.ts";
import type { HistoryEntry } from "./conversation.ts";
import type { HeardEvent } from "./event-stream.ts";
import { needs } from "./expect.ts";
import type { Listening } from "./listening.ts";
import { messageAsk, textBody } from "./visitor.ts";
import type { Exchange, Visitor } from "./visitor.ts";

const tooFast =
  "the reply was over before it could be looked at; say something longer with --long-message, or let a slower agent answer";

/** A reply that takes a while. */
export interface LongReply {
  readonly token: string;
  /** On the monotonic clock. */
  readonly sentAt: number;
  readonly original: Listening;
}

/** A reply that was resumed twice while it was in progress. */
export interface FollowedReply {
  readonly original: Listening;
  /** The stream resumed after an event, and the event's id. */
  readonly rest: {
    readonly exchange: Exchange;
    readonly events: readonly HeardEvent[];
    readonly after: string;
  };
  /** The stream resumed without a position. */
  readonly whole: { readonly exchange: Exchange; readonly events: readonly HeardEvent[] };
  /** Requested with a position that the reply had not reached. */
  readonly beyond: Exchange;
  /** Requested after the end, with and without a position. */
  readonly afterwards: readonly Exchange[];
}

/** @throws NotChecked if the agent is too fast for it */
export async function followLongReply(visitor: Visitor, reply: LongReply): Promise<FollowedReply> {
  const { token, original } = reply;
  const after = original.events()[1]?.id ?? "";
  const { replyId = "" } = parseEventId(after) ?? {};
  const [rest, whole, beyond] = await Promise.all([
    visitor.listen(streamAsk(token, after)),
    visitor.listen({ path: paths.stream, token }),
    visitor.listen(streamAsk(token, eventId(replyId, 99_999_999))),
  ]);
  const heardThen = original.events().length;
  await Promise.all(
    [original, ...[rest, whole, beyond].map(({ listening }) => listening)].map((one) => one.ended()),
  );
  needs(wentOn(original, heardThen), tooFast);
  return {
    original,
    rest: { exchange: rest.exchange, events: rest.listening.events(), after },
    whole: { exchange: whole.exchange, events: whole.listening.events() },
    beyond: beyond.exchange,
    afterwards: [
      await visitor.ask({ path: paths.stream, token }),
      await visitor.ask(streamAsk(token, after)),
    ],
  };
}

/** GET /chat-bot/stream from a position. */
export function streamAsk(token: string, position: string) {
  return { path: paths.stream, token, headers: [[headers.lastEventId, position]] } as const;
}

/** A reply whose reader left at once. */
export interface LeftReply {
  /** The history while it was in progress, and after it had ended. */
  readonly meanwhile: readonly HistoryEntry[];
  readonly afterwards: readonly HistoryEntry[];
  /** The text it was found to have. */
  readonly events: readonly HeardEvent[];
}

/** @throws NotChecked if the agent is too fast for it */
export async function leaveLongReply(visitor: Visitor, text: string): Promise<LeftReply> {
  const { token, original } = await beginLongReply(visitor, text);
  original.close();
  const meanwhile = await readHistory(visitor, token);
  const { exchange, listening } = await visitor.listen({ path: paths.stream, token });
  await listening.ended();
  const afterwards = await readHistory(visitor, token);
  needs(!(exchange.status === 204 && afterwards.at(-1)?.status === "complete"), tooFast);
  return { meanwhile, afterwards, events: listening.events() };
}

/** A reply that the visitor stopped. */
export interface StoppedReply {
  readonly stop: Exchange;
  /** A second request to stop, when nothing was running. */
  readonly stopAgain: Exchange;
  readonly events: readonly HeardEvent[];
  readonly history: readonly HistoryEntry[];
}

/** @throws NotChecked if the agent is too fast for it */
export async function stopLongReply(visitor: Visitor, text: string): Promise<StoppedReply> {
  const { token, original } = await beginLongReply(visitor, text);
  const stop = await visitor.ask({ method: "POST", path: paths.stop, token });
  const heardThen = original.events().length;
  await original.ended();
  const history = await readHistory(visitor, token);
  needs(wentOn(original, heardThen) || history.at(-1)?.status === "stopped", tooFast);
  const stopAgain = await visitor.ask({ method: "POST", path: paths.stop, token });
  return { stop, stopAgain, events: original.events(), history };
}

/** Sends the long message in a new chat and returns as soon as the answer has begun. */
export async function beginLongReply(visitor: Visitor, text: string): Promise<LongReply> {
  await visitor.makeRoom(8); // a pause in the middle would outlast the reply
  const sentAt = visitor.clock.monotonicMs();
  const { exchange, listening } = await visitor.listen(messageAsk(textBody(text)));
  const token = exchange.headers.get(headers.sessionToken);
  needs(token !== undefined, `a message got no session token (status ${exchange.status})`);
  needs(await listening.heard(2), "a message got no reply of two events or more");
  return { token, sentAt, original: listening };
}

/** How a chat handled five messages at once. */
export interface CrowdedChat {
  readonly answers: readonly { readonly exchange: Exchange; readonly listening: Listening }[];
  readonly fifth: Exchange;
}

/** Lets one reply run, three wait, and sends one more message. The chat is erased afterwards. */
export async function crowdChat(visitor: Visitor, text: string): Promise<CrowdedChat> {
  await visitor.makeRoom(8);
  const { token } = await say(visitor, ["Hello."]);
  needs(token !== "", "a message got no session token");
  const running = await visitor.listen(messageAsk(textBody(text), { token }));
  await running.listening.heard(2);
  const answers = [running];
  for (const more of ["two", "three", "four"])
    answers.push(await visitor.listen(messageAsk(textBody(more), { token })));
  for (const { listening } of answers.slice(1)) await listening.heard(2);
  const fifth = await visitor.listen(messageAsk(textBody("five"), { token }));
  const heardThen = running.listening.events().length;
  await visitor.ask({ method: "DELETE", path: paths.session, token });
  await Promise.all([...answers, fifth].map(({ listening }) => listening.ended()));
  needs(wentOn(running.listening, heardThen), tooFast);
  return { answers, fifth: fifth.exchange };
}

/**
 * Whether a reply that has ended by now was certainly still in progress when this many of its events had arrived. One
 * more may have been on its way, and the service knows about the end before we do.
 */
function wentOn(reply: Listening, heardThen: number): boolean {
  return reply.events().length > heardThen + 1 || reply.events().at(-1)?.name === "error";
}
