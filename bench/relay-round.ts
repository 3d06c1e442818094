import type { Target } from "./chat-visitor.ts";
import { bodyFor } from "./plan.ts";
import type { Answers, Child } from "./processes/child.ts";
import type { LoadStreamsAnswers } from "./processes/load-streams.ts";

/** Visitors start over this many milliseconds. */
export const spreadMs = 1_000;
/** An answer of about 150 words: a token every 20 ms for four seconds. */
export const plan = { tokens: 200, everyMs: 20, holdMs: 0 };

/** The results of relaying one answer to each of some visitors. */
export interface RelayRound {
  /** Processor time of the relaying processes, per 1,000 tokens. */
  readonly msPerThousand: number;
  readonly addedMs: readonly number[];
}

interface Relaying {
  readonly load: Child<LoadStreamsAnswers>;
  /** The relaying processes. */
  readonly children: readonly Child<Answers>[];
  readonly target: Target;
  readonly streams: number;
  /** Where visitors follow an answer once it has started; absent: where they asked. */
  readonly followPort?: number;
}

/** Lets visitors ask, their starts spread over a second, and read to the end. @throws if a token is missing */
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
