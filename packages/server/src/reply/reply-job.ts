import type { User } from "@servicechat/agent";
import type { LiveReplyWriter, TurnSlot } from "@servicechat/coordination";
import type { AgentRecord, TurnBudget } from "@servicechat/storage";

/** A reply to run: its turn is committed. */
export interface ReplyJob {
  readonly replyId: string;
  /** Of the request that asked for it, for the log. */
  readonly requestId: string;
  readonly sessionId: string;
  readonly turn: number;
  /** That of the chat when the turn was taken, or when its answer was begun again. A later take ends the reply. */
  readonly epoch: number;
  /** The page's context with this turn, labelled. The model gets it, and it is stored nowhere. */
  readonly context?: string;
  /** The visitor's identity according to the site. */
  readonly user?: User;
  readonly keyId: string;
  readonly agent: AgentRecord;
  readonly turnSlot: TurnSlot;
  readonly live: LiveReplyWriter;
  /** The visitor sent this to a person, and the agent answers it now: a call that the visitor approved then is not made. */
  readonly isReopened?: true;
}

/** Connects a log line with its request and reply. */
export function idsOf({ requestId, replyId }: ReplyJob) {
  return { requestId, replyId };
}

/** The maximum usage of a reply of this agent, whatever the key; nothing if the agent's file sets no daily limit. */
export function budgetOf({ definition: { limits, model } }: Pick<AgentRecord, "definition">): {
  readonly budget?: Omit<TurnBudget, "keyId">;
} {
  if (limits.dailyOutputTokens === undefined) return {};
  return { budget: { dailyTokens: limits.dailyOutputTokens, replyTokens: model.maxOutputTokens } };
}
