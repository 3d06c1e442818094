import type { NodeEvent, NodeEvents } from "@servicechat/coordination";
import type { Storage } from "@servicechat/storage";
import type { ReplyRunner } from "../reply/run-replies.ts";
import type { ReplyJob } from "../reply/reply-job.ts";
import type { ServerContext } from "../server-context.ts";

/** Applies the events of all nodes to the replies and streams of this one. Returns the function that stops listening. */
export function receiveNodeEvents(
  nodeEvents: NodeEvents,
  { replies, streams, idle }: Pick<ServerContext, "replies" | "streams" | "idle">,
): () => void {
  /** The newest move that a reply's readers have been sent. */
  const sentEpochs = new WeakMap<ReplyJob, number>();

  /**
   * When a person takes the chat, its replies end and say so; otherwise their readers get the new holder. Events of
   * several nodes arrive in any order: one that is older than a known move has no effect.
   */
  function receiveMove({ sessionId, epoch, change }: Extract<NodeEvent, { type: "chat-moved" }>): void {
    const before = replies.jobsOf(sessionId).filter((job) => job.epoch < epoch);
    if (change.holder === "person") replies.abort(before, "taken");
    else
      for (const job of before) {
        if ((sentEpochs.get(job) ?? 0) >= epoch) continue;
        sentEpochs.set(job, epoch);
        job.live.write({ type: "holder", data: change });
      }
    idle.wake(sessionId);
  }

  return nodeEvents.subscribe((event: NodeEvent) => {
    switch (event.type) {
      case "stop-replies":
        replies.abort(replies.jobsOf(event.sessionId), "stopped");
        break;
      case "session-erased":
        replies.abort(replies.jobsOf(event.sessionId), "session_erased");
        idle.cut(event, "session_erased");
        break;
      case "session-moved":
        idle.cut(event, "session_erased");
        break;
      case "chat-moved":
        receiveMove(event);
        break;
      case "chat-changed":
        idle.wake(event.sessionId);
        break;
      case "operator-present":
        // For other operators, never for visitors.
        break;
      case "person-typing":
        idle.typing(event.sessionId, event.name);
        break;
      case "key-revoked": {
        const jobs = replies.jobs().filter((job) => job.keyId === event.keyId);
        const ending = new Set(jobs.map((job) => job.replyId));
        replies.abort(jobs, "key_revoked");
        streams.cut(event.keyId, "key_revoked", ending);
        idle.cut(event, "key_revoked");
      }
    }
  });
}

/**
 * Detects changes that another process, such as a command, has made to what is in use here: when a key was revoked, its
 * open streams end; when a chat was erased, its replies do. Requests are not covered: each is checked when it arrives.
 */
export async function detectExternalChanges({
  keys,
  storage,
  coordination,
  replies,
  streams,
  idle,
}: ServerContext): Promise<void> {
  const sessionIds = new Set(replies.jobs().map((job) => job.sessionId));
  for (const sessionId of await storage.conversations.findErased([...sessionIds])) {
    coordination.nodeEvents.publish({ type: "session-erased", sessionId });
  }
  await idle.poll();
  const origins = idle.originsByKey();
  const keyIds = new Set(replies.jobs().map((job) => job.keyId)).union(streams.keyIds()).union(origins);
  // A turn from before keys were kept, answered now: no key can be taken from it.
  keyIds.delete("");
  for (const keyId of keyIds) {
    const bound = await keys.findByPublicId(keyId);
    if (!bound) coordination.nodeEvents.publish({ type: "key-revoked", keyId });
    // A reply ends well where its page may ask no more. A stream that waits for what people say would have no end.
    for (const origin of origins.get(keyId) ?? [])
      if (bound && !bound.allows(origin)) idle.cut({ keyId, origin }, "key_revoked");
  }
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
export function stopTakenReplies({
  storage,
  replies,
}: {
  readonly storage: Pick<Storage, "handoffs">;
  readonly replies: Pick<ReplyRunner, "jobs" | "abort">;
}): () => Promise<void> {
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
