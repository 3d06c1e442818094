import type { LiveReplies } from "@servicechat/coordination";
import type { ReplyJob } from "./reply-job.ts";

/** A reply whose turn is being committed: it can be followed, and begins as soon as its turn has a number. */
interface OpenedReply {
  /** Begins it, before its turn is sure to be kept. Called once at most. */
  readonly begin: (turn: number) => ReplyJob;
  /** Its turn is kept. Begins it, unless it has begun. */
  keep(turn: number): ReplyJob;
  /** Nothing came of its turn. A reply that has begun hears why, and leaves by itself. */
  drop(cause?: unknown): void;
}

/** @param run is given the reply when it begins */
export function openReply(
  asked: Omit<ReplyJob, "turn" | "live" | "committed">,
  { liveReplies, run }: { readonly liveReplies: LiveReplies; readonly run: (job: ReplyJob) => void },
): OpenedReply {
  const live = liveReplies.create(asked.replyId);
  live.write({ type: "start", data: {} });
  const committed = Promise.withResolvers<void>();
  let job: ReplyJob | undefined;

  const opened = {
    begin(turn: number): ReplyJob {
      job = { ...asked, turn, live, committed: committed.promise };
      run(job);
      return job;
    },
    keep(turn: number): ReplyJob {
      const begun = job ?? opened.begin(turn);
      committed.resolve();
      return begun;
    },
    drop(cause?: unknown): void {
      if (job) return committed.reject(cause);
      live.close();
      asked.place.leave();
    },
  };
  return opened;
}
