import type { KeyRecord, Storage } from "@servicechat/storage";
import { requireAgent } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../print.ts";
import { keyView } from "./key-view.ts";

/** Output tokens of a day in UTC. */
interface DailyTokens {
  readonly used: number;
  readonly of: number;
}

interface ListedKey {
  readonly record: KeyRecord;
  /** `null` when the agent sets no budget. */
  readonly today: DailyTokens | null;
}

/** `servicechat key list` */
export function listKeys(parts: CommandParts) {
  const { output } = parts;

  return async ({ agent, json }: JsonOption & { readonly agent?: string }): Promise<void> => {
    const keys = await parts.inHouse(({ storage }) => readKeys(storage, agent, parts.now()));
    if (json) {
      return output.json(keys.map(({ record, today }) => ({ ...keyView(record), outputTokensToday: today })));
    }
    output.table(
      ["id", "agent", "name", "allowed", "rate", "tokens today", "ends in", "state"],
      keys.map(({ record, today }) => [
        record.id,
        record.agentId,
        record.name,
        record.allowed.join(" "),
        `${record.rateLimit}`,
        today ? `${today.used} of ${today.of}` : "-",
        record.lastFour,
        record.revokedAt === null ? "live" : `revoked ${timeText(record.revokedAt)}`,
      ]),
      "There are no keys. Make one with: servicechat key create --agent ID --allow PATTERN",
    );
  };
}

async function readKeys(
  storage: Storage,
  agent: string | undefined,
  at: number,
): Promise<readonly ListedKey[]> {
  if (agent !== undefined) await requireAgent(storage, agent);
  const [keys, agents, uses] = await Promise.all([
    storage.keys.list(agent),
    storage.agents.list(),
    storage.budgets.usedOn(at),
  ]);
  const budgets = new Map(agents.map(({ id, definition }) => [id, definition.limits.dailyOutputTokens]));
  const used = new Map(uses.map((use) => [use.keyId, use.used]));
  return keys.map((record) => {
    const of = budgets.get(record.agentId);
    return { record, today: of === undefined ? null : { used: used.get(record.id) ?? 0, of } };
  });
}
