import type { ConversationStore, ReplyProgress, StoredPart } from "@servicechat/storage";
import type { Log } from "../parts.ts";

/**
 * Longest time that sent text waits to be committed, in milliseconds. Below the promised 250, so that the commit
 * itself has time to end.
 */
const commitMs = 200;

export interface ReplyWriter {
  /** Notes text that was sent, and the parts when they changed. */
  note(replyId: string, appended: string, parts?: readonly StoredPart[]): void;
  /** Forgets what waits for this reply: its end writes everything. */
  drop(replyId: string): void;
  /** Commits all that waits. */
  flush(): Promise<void>;
}

/** Commits the text of all running replies together, one transaction for all, so that many replies cost few commits. */
export function createReplyWriter({
  conversations,
  log,
}: {
  readonly conversations: ConversationStore;
  readonly log: Log;
}): ReplyWriter {
  let waiting = new Map<string, { appended: string; parts?: readonly StoredPart[] }>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function commit(): Promise<void> {
    const batch = waiting;
    if (batch.size === 0) return;
    waiting = new Map();
    const progress: ReplyProgress[] = [...batch].map(([replyId, noted]) => ({ replyId, ...noted }));
    try {
      await conversations.saveProgress(progress);
    } catch (cause) {
      // Not lost: the end of each reply writes its whole text, and until then the next round tries again.
      log.warn({ err: cause, replies: progress.length }, "replies could not be committed, trying again");
      for (const { replyId, appended, parts } of progress) putBack(replyId, appended, parts);
      schedule();
    }
  }

  function putBack(replyId: string, appended: string, parts: readonly StoredPart[] | undefined): void {
    const later = waiting.get(replyId);
    const newest = later?.parts ?? parts;
    waiting.set(replyId, { appended: appended + (later?.appended ?? ""), ...(newest && { parts: newest }) });
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(commit);
    }, commitMs);
  }

  return {
    note(replyId, appended, parts) {
      const noted = waiting.get(replyId);
      if (noted) {
        noted.appended += appended;
        if (parts) noted.parts = parts;
      } else {
        waiting.set(replyId, { appended, ...(parts && { parts }) });
        schedule();
      }
    },
    drop(replyId) {
      waiting.delete(replyId);
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      running = running.then(commit);
      await running;
    },
  };
}
