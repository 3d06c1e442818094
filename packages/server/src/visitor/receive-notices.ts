import type { Notice, Notices } from "@servicechat/coordination";
import type { ReplyRunner } from "../conversation/run-replies.ts";
import type { OpenStreams } from "./open-streams.ts";

/** Carries out on this node what any node announced. Returns the function that stops listening. */
export function receiveNotices(
  notices: Notices,
  { replies, streams }: { readonly replies: ReplyRunner; readonly streams: OpenStreams },
): () => void {
  return notices.subscribe((notice: Notice) => {
    switch (notice.type) {
      case "stop-replies":
        replies.abort((job) => job.sessionId === notice.sessionId, "stopped");
        break;
      case "session-erased":
        replies.abort((job) => job.sessionId === notice.sessionId, "session_erased");
        break;
      case "key-revoked": {
        const jobs = replies.jobs().filter((job) => job.keyId === notice.keyId);
        const ending = new Set(jobs.map((job) => job.replyId));
        replies.abort((job) => job.keyId === notice.keyId, "key_revoked");
        streams.cut(notice.keyId, "key_revoked", ending);
      }
    }
  });
}
