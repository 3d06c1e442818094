import { sql, type Kysely, type RawBuilder } from "kysely";
import { dayMs } from "../budgets/day-of.ts";
import type { Tables } from "../schema/tables.ts";
import type { Usage, UsageGroup, UsageStore } from "./usage-store.ts";

/** What replies used, added up when it is asked for. */
export function createUsageStore({ database }: { readonly database: Kysely<Tables> }): UsageStore {
  return {
    async read({ by, since, until, agents }) {
      if (agents?.length === 0) return [];
      const rows = await database
        .selectFrom("reply_facts")
        .select([
          groups[by].as("of"),
          // Sums of bigints are numeric in PostgreSQL, which would come as text.
          sql<number>`cast(count(*) as bigint)`.as("replies"),
          sql<number>`cast(sum(tokens_in) as bigint)`.as("inputTokens"),
          sql<number>`cast(sum(tokens_out) as bigint)`.as("outputTokens"),
        ])
        .where("asked_at", ">=", since)
        .where("asked_at", "<", until)
        .$if(Boolean(agents), (query) => query.where("agent_id", "in", agents ?? []))
        .groupBy(groups[by])
        .execute();
      return rows.toSorted(by === "day" ? inOrder : mostFirst);
    },
  };
}

const groups: Readonly<Record<UsageGroup, RawBuilder<number | string>>> = {
  // Both are whole numbers, and so is their quotient.
  day: sql`asked_at / ${sql.lit(dayMs)} * ${sql.lit(dayMs)}`,
  agent: sql`agent_id`,
  key: sql`key_id`,
};

function inOrder(one: Usage, other: Usage): number {
  return Number(one.of) - Number(other.of);
}

function mostFirst(one: Usage, other: Usage): number {
  const used = ({ inputTokens, outputTokens }: Usage) => inputTokens + outputTokens;
  return used(other) - used(one) || other.replies - one.replies || (one.of < other.of ? -1 : 1);
}
