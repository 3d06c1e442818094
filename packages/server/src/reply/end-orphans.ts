import { estimateTokens } from "@servicechat/agent";
import type { AgentEvent } from "@servicechat/agent";
import type { Coordination, LiveReply } from "@servicechat/coordination";
import { decodeEvent } from "@servicechat/contract";
import type { StreamEvent } from "@servicechat/contract";
import { handoffTool } from "@servicechat/contract/agent-file";
import { StorageUnavailable } from "@servicechat/storage";
import type { BudgetStore, ConversationStore, HandoffStore, UnheardRequest } from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { errorEvent } from "./end-reply.ts";
import { createReplyComposer } from "./reply-outlet.ts";
import { charactersIn } from "./write-replies.ts";

interface Dependencies {
  readonly conversations: Pick<ConversationStore, "findOrphans" | "saveProgress" | "markOrphans">;
  readonly budgets: Pick<BudgetStore, "settleLost">;
  readonly handoffs: Pick<HandoffStore, "findUnheard">;
  readonly handoff: { askFor(request: UnheardRequest): Promise<void> };
  readonly coordination: Pick<Coordination, "nodes" | "replies">;
  readonly log: Log;
}

/**
 * Ends replies that no process is writing: at the start, those that a crash left behind; later, those of a node that was
 * lost. They are `incomplete` in history, with all that a reader may have received, and their readers, on any node, get a
 * retryable error. If one of them was asking for a person, the person is requested here.
 */
export async function endOrphans({
  conversations,
  budgets,
  handoffs,
  handoff,
  coordination,
  log,
}: Dependencies): Promise<void> {
  const liveNodes = await coordination.nodes.alive();
  // Before the replies are ended: if this node is lost as well, the next one finds what still has to be asked.
  for (const request of await handoffs.findUnheard({ tool: handoffTool, liveNodes }))
    await handoff.askFor(request).catch((cause: unknown) => {
      if (cause instanceof StorageUnavailable) throw cause;
      // One chat whose agent is unfit must not keep all the others waiting.
      log.warn(
        { ...causeOf(cause), agentId: request.agentId },
        "a lost reply's person could not be asked for",
      );
    });
  for (const { replyId, length } of await conversations.findOrphans({ liveNodes })) {
    const live = await coordination.replies.find(replyId);
    const heard = live && draftOf(live);
    if (heard && charactersIn(heard.content) > length)
      await conversations.saveProgress([{ replyId, offset: 0, appended: heard.content, parts: heard.parts }]);
  }
  const orphans = await conversations.markOrphans({ failure: "reply_cut", liveNodes });
  for (const { replyId } of orphans) coordination.replies.abandon(replyId, errorEvent("reply_cut"));
  if (orphans.length > 0) log.warn({ replies: orphans.length }, "abandoned replies were marked incomplete");
  await budgets.settleLost({ liveNodes, estimateTokens });
}

/**
 * What the nodes still have of a lost reply: its readers receive a little more than was stored when its node was lost.
 * Ends before a question, which is asked only once it is stored.
 */
function draftOf(live: LiveReply) {
  const draft = createReplyComposer();
  for (const { type, text } of live.after(0)) {
    if (type === "ask_user_question") break;
    const event = decodeEvent(type, text.slice(text.indexOf("\ndata: ") + "\ndata: ".length).trimEnd());
    if (event && isOfAgent(event)) draft.take(event);
  }
  return draft;
}

const agentEvents: ReadonlySet<string> = new Set<AgentEvent["type"]>([
  "text",
  "tool_usage_start",
  "tool_usage_progress",
  "tool_usage_stop",
  "image",
]);

const isOfAgent = (event: StreamEvent): event is AgentEvent => agentEvents.has(event.type);
