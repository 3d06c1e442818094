import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { ChatIndex, VersionOutcomes } from "./chat-index.ts";
import { inScope } from "../agent-scope/in-scope.ts";
import { chatOutcomes, type ChatOutcome } from "./outcome.ts";

/** Counts the chats of an agent by the versions that answered in them. Few lists of versions are different ones. */
export function createVersionOutcomes({
  reader,
}: {
  readonly reader: Kysely<Tables>;
}): ChatIndex["outcomesByVersion"] {
  return async ({ scope, agentId }) => {
    const rows = await reader
      .selectFrom("chats")
      .select(["versions", "outcome", sql<number>`cast(count(*) as bigint)`.as("chats")])
      .where("agent_id", "=", agentId)
      .where(inScope(scope, "agent_id"))
      .groupBy(["versions", "outcome"])
      .execute();
    const counted = new Map<number, Map<ChatOutcome, number>>();
    for (const row of rows) {
      const outcome = row.outcome as ChatOutcome;
      for (const version of JSON.parse(row.versions) as readonly number[]) {
        const ofVersion = counted.get(version) ?? new Map<ChatOutcome, number>();
        counted.set(version, ofVersion.set(outcome, (ofVersion.get(outcome) ?? 0) + row.chats));
      }
    }
    return new Map([...counted].map(([version, outcomes]) => [version, summed(outcomes)]));
  };
}

function summed(counted: ReadonlyMap<ChatOutcome, number>): VersionOutcomes {
  const outcomes = Object.fromEntries(chatOutcomes.map((outcome) => [outcome, counted.get(outcome) ?? 0]));
  return {
    chats: [...counted.values()].reduce((total, count) => total + count, 0),
    outcomes: outcomes as VersionOutcomes["outcomes"],
  };
}
