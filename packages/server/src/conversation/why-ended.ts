import type { Storage } from "@servicechat/storage";
import type { AbortReason } from "./reply-ending.ts";
import type { ReplyJob } from "./reply-job.ts";

/**
 * Why the storage takes nothing more of a reply: a person has taken its chat, the chat was erased, or other nodes believe
 * this one to be lost and have ended what it says. `undefined` while the reply is still the agent's to give.
 */
export async function whyEnded(
  { conversations, handoffs }: Pick<Storage, "conversations" | "handoffs">,
  { replyId, sessionId, epoch }: Pick<ReplyJob, "replyId" | "sessionId" | "epoch">,
): Promise<AbortReason | undefined> {
  if (await conversations.mayAct(replyId)) return undefined;
  const [head] = await handoffs.headsOf([sessionId]);
  if (!head) return "session_erased";
  return epoch < head.takenEpoch ? "taken" : "reply_cut";
}
