import type { ReplyRequest } from "@servicechat/agent";
import type { ConversationStore, FileStore, RecentTurn } from "@servicechat/storage";
import type { ReplyObserver } from "../reply-facts/observe-reply.ts";
import { loadAttachments } from "../files/load-attachments.ts";
import { decidedCall } from "./decided-call.ts";
import { modelMessages } from "./model-messages.ts";
import type { ReplyJob } from "./reply-job.ts";
import type { HashUser } from "./hash-user.ts";

/** Newest turns read for the model. The agent then keeps what fits its token budget. */
const contextTurns = 20;

interface Dependencies {
  readonly conversations: ConversationStore;
  readonly files: FileStore;
  readonly hashUser: HashUser;
  readonly observer: Pick<ReplyObserver, "readTurns">;
}

/**
 * Reads the agent's input for the conversation. Its source records are released afterwards, instead of being held while
 * the agent answers.
 */
export async function readConversation(
  { sessionId, turn: number, agent: { definition: agent }, user, isReopened }: ReplyJob,
  { conversations, files, hashUser, observer }: Dependencies,
): Promise<Pick<ReplyRequest, "messages" | "decided">> {
  const turns = await conversations.recentTurns({ sessionId, before: number + 1, limit: contextTurns });
  observer.readTurns(turns, number);
  const messages = modelMessages(
    turns.map((turn) => (turn.number === number ? withoutReply(turn, isReopened) : turn)),
    await loadAttachments(turns, { sessionId, files, agent }),
  );
  const asked = turns.find((turn) => turn.number === number);
  const context = { sessionId, agent, conversations, turns, askedOf: hashUser(user) };
  const decided = asked && !isReopened && (await decidedCall(asked, context));
  return { messages, ...(decided && { decided }) };
}

/**
 * The turn that is being answered has no reply yet, whatever its record says. One that a person was to answer is as if its
 * reply had ended before: what the visitor agreed to then is not done.
 */
function withoutReply(turn: RecentTurn, isReopened = false): RecentTurn {
  const { reply } = turn;
  const status = isReopened ? "complete" : reply.status;
  return { ...turn, reply: { ...reply, status, content: "", parts: [], transcript: [] } };
}
