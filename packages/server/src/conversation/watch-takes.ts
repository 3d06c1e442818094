import type { Storage } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { runEvery } from "../run-every.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";
import type { ReplyRunner } from "./run-replies.ts";

interface Parts {
  readonly storage: Pick<Storage, "handovers">;
  readonly replies: Pick<ReplyRunner, "jobs" | "abort">;
  readonly log: Log;
}

/** How long a take of which no event came may stay unseen, in milliseconds. */
const everyMs = 100;
/**
 * A reply whose agent hands nothing over is looked at once in so many looks: the agent may have been changed since the
 * reply began.
 */
const looksPerChange = 10;

/**
 * Ends replies whose chats a person has taken, although no event told of it: a request of a tool that is on its way is
 * cut off soon. Costs little while no reply runs that can be taken. Returns the function that stops it.
 */
export function watchTakes({ storage, replies, log }: Parts): () => Promise<void> {
  let looks = 0;

  async function look(): Promise<void> {
    const isForAll = ++looks % looksPerChange === 0;
    const jobs = replies.jobs().filter(({ agent }) => isForAll || agent.definition.handoff);
    if (jobs.length === 0) return;
    const heads = await storage.handovers.headsOf([...new Set(jobs.map(({ sessionId }) => sessionId))]);
    const takenEpochs = new Map(heads.map(({ sessionId, takenEpoch }) => [sessionId, takenEpoch]));
    // One that was begun by a return is not what was taken before it.
    replies.abort(({ sessionId, epoch }) => epoch < (takenEpochs.get(sessionId) ?? 0), "taken");
  }

  const failureLog = createRepeatedFailureLog(log, {
    failing: "chats with running replies could not be looked at, trying again until they are",
    working: "chats with running replies are looked at again",
  });
  return runEvery({
    everyMs,
    async run() {
      await look();
      failureLog.recovered();
    },
    failed: (cause) => failureLog.failed(causeOf(cause)),
  });
}
