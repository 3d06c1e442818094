import type { ReplyRequest } from "@servicechat/agent";
import type { ConversationStore, FileStore } from "@servicechat/storage";
import { loadAttachments } from "../files/load-attachments.ts";
import { decidedCall } from "./decided-call.ts";
import { modelMessages } from "./model-messages.ts";
import type { ReplyJob } from "./reply-job.ts";

/** Newest turns read for the model. The agent then keeps what fits its token budget. */
const contextTurns = 20;

/**
 * Reads what the agent is told of the conversation. The records that it is made of go when it is there, and are not held
 * for as long as the agent answers.
 */
export async function readConversation(
  { sessionId, turn: number, agent: { definition: agent } }: ReplyJob,
  { conversations, files }: { readonly conversations: ConversationStore; readonly files: FileStore },
): Promise<Pick<ReplyRequest, "messages" | "decided">> {
  const turns = await conversations.recentTurns({ sessionId, before: number + 1, limit: contextTurns });
  const messages = modelMessages(
    turns.map((turn) => (turn.number === number ? withoutReply(turn) : turn)),
    await loadAttachments(turns, { sessionId, files, agent }),
  );
  const asked = turns.find((turn) => turn.number === number);
  const decided = asked && (await decidedCall(asked, { sessionId, agent, conversations, turns }));
  return { messages, ...(decided && { decided }) };
}

/** The turn that is being answered has no reply yet, whatever its record says. */
function withoutReply<Turn extends { readonly reply: object }>(turn: Turn): Turn {
  return { ...turn, reply: { ...turn.reply, content: "", parts: [], transcript: [] } };
}
