import { paths } from "@servicechat/contract";
import { say } from "./conversation.ts";
import type { HeardReply } from "./conversation.ts";
import { handOver } from "./handed-chat.ts";
import type { HandedChat } from "./handed-chat.ts";
import { needs } from "./expect.ts";
import { beginLongReply, crowdChat, followLongReply, leaveLongReply, stopLongReply } from "./long-replies.ts";
import type { CrowdedChat, FollowedReply, LeftReply, LongReply, StoppedReply } from "./long-replies.ts";
import type { Exchange, Visitor } from "./visitor.ts";

/** What is said to the agent. */
export interface Sayings {
  readonly short: string;
  /** Something that takes the agent a while to answer. */
  readonly long: string;
}

/** Answers that several checks look at. Each is fetched once, when the first of them asks. */
export interface Evidence {
  config(): Promise<Exchange>;
  agent(): Promise<Exchange>;
  /** The reply to the first message of a chat. */
  first(): Promise<HeardReply>;
  /** The reply to the next message of the same chat. */
  second(): Promise<HeardReply>;
  /** The history of that chat, after both. */
  history(): Promise<Exchange>;
  /** A reply that takes its time; it may still be written. */
  long(): Promise<LongReply>;
  /** The same, which several listened to while it was written. */
  followed(): Promise<FollowedReply>;
  /** A reply whose only listener left. */
  left(): Promise<LeftReply>;
  /** A reply that was stopped. */
  stopped(): Promise<StoppedReply>;
  /** A chat that was sent five messages at once. */
  crowded(): Promise<CrowdedChat>;
  /** A chat in which a person was asked for. @throws NotChecked for an agent that hands nothing over */
  handedOver(): Promise<HandedChat>;
}

/** Evidence of one run. What throws throws for every check that asks for it. */
export function createEvidence(visitor: Visitor, sayings: Sayings): Evidence {
  const first = once(() => say(visitor, [sayings.short]));
  const tokenOf = async () => {
    const { token } = await first();
    needs(token !== "", "the answer to the first message brought no session token");
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
    handedOver: once(async () => handOver(visitor, await agent())),
    crowded: once(() => crowdChat(visitor, sayings.long)),
  };
}

function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => (found ??= find());
}
