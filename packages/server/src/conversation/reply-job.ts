import type { User } from "@servicechat/agent";
import type { LiveReplyWriter, TurnSlot } from "@servicechat/coordination";
import type { AgentRecord } from "@servicechat/storage";

/** A reply that is to be given: its turn is committed. */
export interface ReplyJob {
  readonly replyId: string;
  /** Of the request that asked for it, for the log. */
  readonly requestId: string;
  readonly sessionId: string;
  readonly turn: number;
  /** That of the chat when the turn was taken, or when its answer was begun again. A later take ends the reply. */
  readonly epoch: number;
  /** What the page said of itself with this turn, labelled. It is told to the model and kept nowhere. */
  readonly context?: string;
  /** Who the site says the visitor is. */
  readonly user?: User;
  readonly keyId: string;
  readonly agent: AgentRecord;
  readonly turnSlot: TurnSlot;
  readonly live: LiveReplyWriter;
  /** The visitor has said this to a person, and the agent answers it now: what it decided on then is not done. */
  readonly isReopened?: true;
}

/** What leads from a line of the log to the request and the reply it is about. */
export function idsOf({ requestId, replyId }: ReplyJob) {
  return { requestId, replyId };
}
