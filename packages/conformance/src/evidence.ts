import { paths } from "@servicechat/contract";
import { say } from "./conversation.ts";
import type { HeardReply } from "./conversation.ts";
import { handOff } from "./handed-chat.ts";
import type { HandedChat } from "./handed-chat.ts";
import { needs } from "./expect.ts";
import { beginLongReply, crowdChat, followLongReply, leaveLongReply, stopLongReply } from "./long-replies.ts";
import type { CrowdedChat, FollowedReply, LeftReply, LongReply, StoppedReply } from "./long-replies.ts";
import type { Exchange, Visitor } from "./visitor.ts";

/** What the checks say to the agent. */
export interface Sayings {
  readonly short: string;
  /** A message that takes the agent a while to answer. */
  readonly long: string;
}

/** Responses that several checks use. Each is requested once, when the first of them needs it. */
export interface Evidence {
  config(): Promise<Exchange>;
  agent(): Promise<Exchange>;
  /** The reply to the first message of a chat. */
  first(): Promise<HeardReply>;
  /** The reply to the next message of the same chat. */
  second(): Promise<HeardReply>;
  /** The history of that chat, after both. */
  history(): Promise<Exchange>;
  /** A reply that takes a while; it may still be in progress. */
  long(): Promise<LongReply>;
  /** The same, after several readers followed it while it was in progress. */
  followed(): Promise<FollowedReply>;
  /** A reply whose only reader left. */
  left(): Promise<LeftReply>;
  /** A reply that was stopped. */
  stopped(): Promise<StoppedReply>;
  /** A chat that received five messages at once. */
  crowded(): Promise<CrowdedChat>;
  /** A chat in which the visitor asked for a person. @throws NotChecked if the agent cannot hand over */
  handedOff(): Promise<HandedChat>;
}

/** The evidence of one run. An error is thrown again for every check that needs it. */
export function createEvidence(visitor: Visitor, sayings: Sayings): Evidence {
  const first = once(() => say(visitor, [sayings.short]));
  const tokenOf = async () => {
    const { token } = await first();
    needs(token !== "", "the answer to the first message got no session token");
    return token;
  };
  const second = once(async () => say(visitor, ["And once more, please."], { token: await tokenOf() }));
  const agent = once(() => visitor.ask({ path: paths.agent }));
  const long = once(() => beginLongReply(visitor, sayings.long));
  return {
    config: once(() => visitor.ask({ path: paths.config })),
    agent,
    first,
    second,
    history: once(async () => {
      const { token } = await second();
      return visitor.ask({ path: paths.history, token });
    }),
    long,
    followed: once(async () => followLongReply(visitor, await long())),
    left: once(() => leaveLongReply(visitor, sayings.long)),
    stopped: once(() => stopLongReply(visitor, sayings.long)),
    handedOff: once(async () => handOff(visitor, await agent())),
    crowded: once(() => crowdChat(visitor, sayings.long)),
  };
}

function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => (found ??= find());
}
