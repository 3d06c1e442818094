import type { ConversationStore, ReplyEnd, ReplyProgress, StoredPart } from "@servicechat/storage";
import type { Log } from "../parts.ts";

/**
 * Longest time that sent text waits to be committed, in milliseconds. Below the promised 250, so that the commit
 * itself has time to end.
 */
const commitMs = 200;

export interface ReplyWriter {
  /** Notes text that was sent, and the parts when they changed. */
  note(replyId: string, appended: string, parts?: readonly StoredPart[]): void;
  /**
   * Writes a reply as it ended, in place of all that was noted of it. When that fails it is tried again until it
   * succeeds, then as `incomplete`: its stream has ended with an error.
   *
   * @throws what the storage threw
   */
  end(end: ReplyEnd): Promise<void>;
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
  const unwritten = new Map<string, ReplyEnd>();
  let timer: NodeJS.Timeout | undefined;

  async function commit(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    let progress: readonly ReplyProgress[] = [...batch].map(([replyId, noted]) => ({ replyId, ...noted }));
    try {
      if (progress.length > 0) await conversations.saveProgress(progress);
      progress = [];
      for (const end of unwritten.values()) {
        await conversations.endReply(end);
        unwritten.delete(end.replyId);
      }
    } catch (cause) {
      log.warn(
        { err: cause, replies: progress.length + unwritten.size },
        "replies could not be committed, trying again",
      );
      for (const { replyId, appended, parts } of progress) putBack(replyId, appended, parts);
    }
    timer = undefined;
    if (waiting.size + unwritten.size > 0) schedule();
  }

  function putBack(replyId: string, appended: string, parts: readonly StoredPart[] | undefined): void {
    const later = waiting.get(replyId);
    const newest = later?.parts ?? parts;
    waiting.set(replyId, { appended: appended + (later?.appended ?? ""), ...(newest && { parts: newest }) });
  }

  function schedule(): void {
    timer ??= setTimeout(() => void commit(), commitMs);
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
    async end(end) {
      waiting.delete(end.replyId);
      try {
        await conversations.endReply(end);
      } catch (cause) {
        unwritten.set(end.replyId, { ...end, status: "incomplete", failure: "storage_unavailable" });
        schedule();
        throw cause;
      }
    },
  };
}
