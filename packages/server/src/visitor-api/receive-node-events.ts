import type { NodeEvent, NodeEvents } from "@servicechat/coordination";
import type { ReplyRunner } from "../conversation/run-replies.ts";
import type { ReplyJob } from "../conversation/reply-job.ts";
import type { IdleStreams } from "./idle-streams.ts";
import type { OpenStreams } from "./open-streams.ts";

interface Dependencies {
  readonly replies: ReplyRunner;
  readonly streams: OpenStreams;
  readonly idle: IdleStreams;
}

/** Carries out on this node what any node announced. Returns the function that stops listening. */
export function receiveNodeEvents(
  nodeEvents: NodeEvents,
  { replies, streams, idle }: Dependencies,
): () => void {
  /** The newest move that a reply's readers have been sent. */
  const told = new WeakMap<ReplyJob, number>();

  /**
   * A person ends the agent's replies, which tell so themselves; else their readers hear who holds the chat now. Events
   * of several nodes come in any order: one ends or tells nothing where a later move is known.
   */
  function receiveMove({ sessionId, epoch, change }: Extract<NodeEvent, { type: "chat-moved" }>): void {
    const before = replies.jobsOf(sessionId).filter((job) => job.epoch < epoch);
    if (change.holder === "person") replies.abort(before, "taken");
    else
      for (const job of before) {
        if ((told.get(job) ?? 0) >= epoch) continue;
        told.set(job, epoch);
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
