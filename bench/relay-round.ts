import type { Target } from "./chat-visitor.ts";
import { bodyFor } from "./plan.ts";
import type { Answers, Child } from "./processes/child.ts";
import type { LoadStreamsAnswers } from "./processes/load-streams.ts";

/** Visitors begin over so many milliseconds. */
export const spreadMs = 1_000;
/** An answer of some 150 words: a token every 20 ms for four seconds. */
export const plan = { tokens: 200, everyMs: 20, holdMs: 0 };

/** What came out of relaying one answer to each of some visitors. */
export interface RelayRound {
  /** Processor time of the processes that relay, per 1,000 tokens. */
  readonly msPerThousand: number;
  readonly addedMs: readonly number[];
}

interface Relaying {
  readonly load: Child<LoadStreamsAnswers>;
  /** The processes that relay. */
  readonly children: readonly Child<Answers>[];
  readonly target: Target;
  readonly streams: number;
  /** Where visitors follow an answer once it has begun; absent: where they asked. */
  readonly followPort?: number;
}

/** Lets visitors ask, their starts spread over a second, and read to the end. @throws when a token is missing */
export async function relayRound({ load, children, target, ...how }: Relaying): Promise<RelayRound> {
  const before = await processorMs(children);
  const heard = await load.ask("read", {
    ...target,
    method: "POST",
    path: "/chat-bot/",
    body: bodyFor(plan),
    spreadMs,
    ...how,
  });
  const after = await processorMs(children);
  if (heard.tokens !== how.streams * plan.tokens)
    throw new Error(`${heard.tokens} tokens came, more were sent`);
  return {
    msPerThousand: ((after - before) / heard.tokens) * 1000,
    addedMs: heard.addedMs,
  };
}

async function processorMs(children: readonly Child<Answers>[]): Promise<number> {
  const usages = await Promise.all(children.map((child) => child.usage()));
  return usages.reduce((sum, { processorMs }) => sum + processorMs, 0);
}
