import type { Storage } from "@servicechat/storage";
import type { ReplyRunner } from "./run-replies.ts";

interface Dependencies {
  readonly storage: Pick<Storage, "handoffs">;
  readonly replies: Pick<ReplyRunner, "jobs" | "abort">;
}

/**
 * A reply whose agent has no handoff is checked only once in this many rounds: the agent may have been changed since
 * the reply began.
 */
const roundsPerFullRound = 10;

/**
 * Ends replies whose chats a person has taken, even if no event announced it: a tool's request in progress is soon cut
 * off. Costs little while no such reply is running. Returns the function that looks once.
 */
export function stopTakenReplies({ storage, replies }: Dependencies): () => Promise<void> {
  let rounds = 0;

  return async () => {
    const isForAll = ++rounds % roundsPerFullRound === 0;
    const jobs = replies.jobs().filter(({ agent }) => isForAll || agent.definition.handoff);
    if (jobs.length === 0) return;
    const heads = await storage.handoffs.headsOf([...new Set(jobs.map(({ sessionId }) => sessionId))]);
    const takenEpochs = new Map(heads.map(({ sessionId, takenEpoch }) => [sessionId, takenEpoch]));
    // One that was begun by a return is not what was taken before it.
    const taken = jobs.filter(({ sessionId, epoch }) => epoch < (takenEpochs.get(sessionId) ?? 0));
    replies.abort(taken, "taken");
  };
}
