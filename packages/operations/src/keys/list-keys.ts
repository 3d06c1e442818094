import type { OperationContext } from "../operation-context.ts";
import { keyView } from "./key-view.ts";
import type { KeyView } from "./key-view.ts";

/** Output tokens of a day in UTC. */
interface DailyTokens {
  readonly used: number;
  readonly of: number;
}

/** A key as a list shows it. */
export interface ListedKey extends KeyView {
  /** `null` when the agent sets no budget. */
  readonly outputTokensToday: DailyTokens | null;
}

/** All keys, or those of one agent, with what they used today. */
export async function listKeys(
  { storage, now }: OperationContext,
  agent: string | undefined,
): Promise<readonly ListedKey[]> {
  const [keys, agents, uses] = await Promise.all([
    storage.keys.list(agent),
    storage.agents.list(),
    storage.budgets.usedOn(now()),
  ]);
  const budgets = new Map(agents.map(({ id, definition }) => [id, definition.limits.dailyOutputTokens]));
  const used = new Map(uses.map((use) => [use.keyId, use.used]));
  return keys.map((key) => {
    const of = budgets.get(key.agentId);
    return {
      ...keyView(key),
      outputTokensToday: of === undefined ? null : { used: used.get(key.id) ?? 0, of },
    };
  });
}
