import { setTimeout as pause } from "node:timers/promises";
import { estimateTokens } from "@servicechat/agent";
import type { Coordination } from "@servicechat/coordination";
import { handOverTool } from "@servicechat/contract/agent-file";
import { StorageUnavailable } from "@servicechat/storage";
import type { BudgetStore, ConversationStore, HandoverStore } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";
import type { Handover } from "./handover.ts";
import { errorEvent } from "./reply-ending.ts";

interface Parts {
  readonly conversations: Pick<ConversationStore, "markOrphans">;
  readonly budgets: Pick<BudgetStore, "settleLost">;
  readonly handovers: Pick<HandoverStore, "findUnheard">;
  readonly handover: Pick<Handover, "askFor">;
  readonly coordination: Pick<Coordination, "nodes" | "replies">;
  readonly log: Log;
  /** How long to wait before trying again, in milliseconds, when the storage was away just then; 2 seconds when left out. */
  readonly retryMs?: number;
}

/**
 * Ends the replies that nobody writes any more: now, those that a crash left behind; later, those of a node that was
 * lost. They are `incomplete` in history, and who follows one, on whichever node, hears an error that may be retried. A person
 * for whom one of them was asking is asked for in its place.
 *
 * @returns what stops it, and promises that nothing of it uses the storage any more
 * @throws StorageUnavailable when the first look fails
 */
export async function endOrphans({
  conversations,
  budgets,
  handovers,
  handover,
  coordination,
  log,
  retryMs = 2_000,
}: Parts): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  const failureLog = createRepeatedFailureLog(log, {
    failing: "replies of a lost node could not be ended, trying again until they are",
    working: "replies of a lost node are ended",
  });
  let ending = Promise.resolve();

  async function endNow(): Promise<void> {
    const liveNodes = await coordination.nodes.alive();
    // Before the replies are ended: should this node be lost as well, the next one finds what is still to be asked.
    for (const request of await handovers.findUnheard({ tool: handOverTool, liveNodes }))
      await handover.askFor(request).catch((cause: unknown) => {
        if (cause instanceof StorageUnavailable) throw cause;
        // One chat whose agent is unfit must not keep all the others waiting.
        log.warn(
          { ...causeOf(cause), agentId: request.agentId },
          "a lost reply's person could not be asked for",
        );
      });
    const orphans = await conversations.markOrphans({ failure: "reply_cut", liveNodes });
    for (const { replyId } of orphans) coordination.replies.abandon(replyId, errorEvent("reply_cut"));
    if (orphans.length > 0)
      log.warn({ replies: orphans.length }, "replies that nobody writes any more are marked incomplete");
    await budgets.settleLost({ liveNodes, estimateTokens });
  }

  async function endPatiently(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await endNow();
        return failureLog.recovered();
      } catch (cause) {
        failureLog.failed(causeOf(cause));
        await pause(retryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  // First, so that a node that is lost during the first look is looked at too.
  const stopListening = coordination.nodes.onLost(() => {
    ending = ending.then(endPatiently);
  });
  const stop = () => {
    stopped.abort();
    stopListening();
    return ending;
  };
  await endNow().catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return stop;
}
