import type { Feedback } from "@servicechat/contract";
import { withinScope } from "../access/operation.ts";
import { agentsWithin } from "../paging/agents-within.ts";
import { pageOf, readCursor, rowsFor } from "../paging/page.ts";
import type { PageRequest } from "../paging/page.ts";
import { readAnswer } from "./read-answer.ts";
import type { RatedAnswer } from "./read-answer.ts";

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
