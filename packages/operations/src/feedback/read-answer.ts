import { messageIdOfReply } from "@servicechat/contract";
import type { Feedback } from "@servicechat/contract";
import type { RatedReply, Storage } from "@servicechat/storage";

/** An answer that a visitor has rated, with what was asked. */
export interface RatedAnswer {
  readonly ratedAt: number;
  readonly agentId: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly rating: Feedback["rating"];
  readonly comment: string | null;
  /** This and the answer are empty when the chat was erased a moment ago. */
  readonly question: string;
  readonly answer: string;
}

/** Reads what was asked and answered. */
export async function readAnswer(
  { conversations }: Pick<Storage, "conversations">,
  { ratedAt, agentId, sessionId, replyId, turn, rating, comment }: RatedReply,
): Promise<RatedAnswer> {
  const [found] = await conversations.readTurns({ sessionId, after: turn - 1, limit: 1 });
  return {
    ratedAt,
    agentId,
    chatId: sessionId,
    messageId: messageIdOfReply(replyId),
    rating,
    comment: comment ?? null,
    question: (found?.messages ?? []).map(({ content }) => content).join("\n"),
    answer: found?.reply.content ?? "",
  };
}
