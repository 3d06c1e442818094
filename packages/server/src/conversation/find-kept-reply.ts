import { ServiceError } from "@servicechat/contract";
import type { LiveReply } from "@servicechat/coordination";
import type { ChatHolding, IdempotentTurn, ReplyRecord } from "@servicechat/storage";
import { findLive } from "./find-live.ts";
import type { LiveDependencies } from "./find-live.ts";

/** Seconds after which a message is worth sending again whose chat was erased just then. */
const erasedSeconds = 1;

/** The reply of a turn that was taken before: as it runs, or as it is stored. */
type KeptReply =
  | { readonly live: LiveReply }
  /** `holding` says who answers the turn instead, if it is for a person. */
  | { readonly stored: ReplyRecord; readonly holding: ChatHolding | undefined };

/**
 * The reply that a kept turn has now. While it is looked for, a person may take the chat and give it back: then the turn
 * has another one.
 *
 * @throws ServiceError `resume_unavailable` if it runs on a node that cannot be heard from here; `session_busy` if its
 *   chat was erased just then: sent once more, the message opens a new one
 */
export async function findKeptReply(
  server: LiveDependencies,
  { sessionId, turn }: Pick<IdempotentTurn, "sessionId" | "turn">,
): Promise<KeptReply> {
  const { conversations, handoffs } = server.storage;
  const seen = new Set<string>();
  for (;;) {
    const reply = await conversations.findReplyTo({ sessionId, turn });
    if (!reply) throw new ServiceError("session_busy", { retryAfter: erasedSeconds });
    const state = `${reply.id} ${reply.status}`;
    const isUnchanged = seen.has(state);
    seen.add(state);
    if (reply.status === "streaming") {
      // What is stored of it is not all, and must not look so.
      if (isUnchanged) throw new ServiceError("resume_unavailable");
      const live = await findLive(server, { sessionId, replyId: reply.id });
      if (live) return { live };
    } else {
      // Of one that is over, a node that died may have left a stream without an end: that is not looked for.
      const holding = reply.author && (await handoffs.find(sessionId));
      // The agent has the chat, and may just have begun to answer what was left to a person.
      if (holding?.holder !== "agent" || isUnchanged) return { stored: reply, holding };
    }
  }
}
