import type { Usage, UsageGroup } from "@servicechat/storage";
import { withinScope } from "../access/operation.ts";
import { agentsWithin } from "../lists/agents-within.ts";

/** Which replies are added up, and by what. */
interface UsageQuery {
  readonly by: UsageGroup;
  /** Asked for at that moment or later; absent: 30 days before `until`, from the beginning of a day on. */
  readonly since?: number;
  /** Asked for before that moment; absent: until now. */
  readonly until?: number;
  readonly agent?: string;
}

/** What replies came to. */
export type UsageSum = Omit<Usage, "of">;

const dayMs = 86_400_000;

/** What can be done with what replies used. */
export const usageOperations = {
  /** Replies and tokens in the scope. What a deleted agent used stays counted. */
  read: withinScope("viewer", async ({ storage, now }, { agent, by, ...asked }: UsageQuery, scope) => {
    const until = asked.until ?? now() + 1;
    const since = asked.since ?? monthBefore(until);
    const items = await storage.usage.read({ by, since, until, agents: agentsWithin(scope, agent) });
    return {
      by,
      since,
      until,
      items,
      total: items.reduce(add, { replies: 0, inputTokens: 0, outputTokens: 0 }),
    };
  }),
};

/** From the beginning of a day on, so that the first row is a whole one. */
function monthBefore(until: number): number {
  return Math.floor((until - 1) / dayMs) * dayMs - 29 * dayMs;
}

function add(one: UsageSum, other: UsageSum): UsageSum {
  return {
    replies: one.replies + other.replies,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
