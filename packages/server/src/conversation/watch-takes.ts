import type { Storage } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { pollEvery } from "../poll-every.ts";
import type { ReplyRunner } from "./run-replies.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs">;
  readonly replies: Pick<ReplyRunner, "jobs" | "abort">;
  readonly log: Log;
}

/** How long a take of which no event came may stay unseen, in milliseconds. */
const everyMs = 100;
/**
 * A reply whose agent has no handoff is checked only once in this many rounds: the agent may have been changed since
 * the reply began.
 */
const pollsPerFullPoll = 10;

/**
 * Ends replies whose chats a person has taken, even if no event announced it: a tool's request in progress is soon cut
 * off. Costs little while no such reply is running. Returns the function that stops it.
 */
export function watchTakes({ storage, replies, log }: Dependencies): () => Promise<void> {
  let polls = 0;

  async function poll(): Promise<void> {
    const isForAll = ++polls % pollsPerFullPoll === 0;
    const jobs = replies.jobs().filter(({ agent }) => isForAll || agent.definition.handoff);
    if (jobs.length === 0) return;
    const heads = await storage.handoffs.headsOf([...new Set(jobs.map(({ sessionId }) => sessionId))]);
    const takenEpochs = new Map(heads.map(({ sessionId, takenEpoch }) => [sessionId, takenEpoch]));
    // One that was begun by a return is not what was taken before it.
    replies.abort(({ sessionId, epoch }) => epoch < (takenEpochs.get(sessionId) ?? 0), "taken");
  }

  return pollEvery({
    everyMs,
    poll,
    log,
    failing: "chats with running replies could not be checked, trying again until they are",
    working: "chats with running replies are being checked again",
  });
}
