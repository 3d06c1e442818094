import { messageIdOfReply } from "@servicechat/contract";
import type { Feedback } from "@servicechat/contract";
import type { RatedReply, Storage } from "@servicechat/storage";
import { withinScope } from "../access/operation.ts";
import { agentsWithin, pageOf, readCursor, rowsFor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";

/** Which answers are listed: those that fit everything that is given. */
interface FeedbackFilter {
  readonly agent?: string;
  readonly rating?: Feedback["rating"];
  /** Rated at that moment or later. */
  readonly since?: number;
}

/** Operations on visitors' ratings of answers. */
export const feedbackOperations = {
  /** Answers in the scope, the one rated last first, with what was asked. */
  list: withinScope(
    "viewer",
    async ({ storage }, { agent, limit, after, ...filter }: FeedbackFilter & PageRequest, scope) => {
      const position = readCursor("feedback", ["number", "string"], after);
      if (position && "kind" in position) return position;
      const rated = await storage.feedback.listRated({
        ...filter,
        agents: agentsWithin(scope, agent),
        ...(position && { after: { ratedAt: Number(position[0]), replyId: String(position[1]) } }),
        limit: rowsFor({ limit }),
      });
      const page = pageOf("feedback", rated, { limit }, ({ ratedAt, replyId }) => [ratedAt, replyId]);
      const items: RatedAnswer[] = [];
      for (const reply of page.items) items.push(await readAnswer(storage, reply));
      return { items, next: page.next };
    },
  ),
};

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
async function readAnswer(
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
