import { sql, type Kysely, type RawBuilder } from "kysely";
import { dayMs } from "../budgets/day-of.ts";
import { countedModel } from "./usage-counts.ts";
import type { ModelUse } from "./model-usage.ts";
import type { Tables } from "../schema/tables.ts";
import type { Usage, UsageGroup, UsageStore } from "./usage-store.ts";

/** The usage of replies, added up on each request. */
export function createUsageStore({ database }: { readonly database: Kysely<Tables> }): UsageStore {
  return {
    async read({ by, since, until, agents }) {
      if (agents?.length === 0) return [];
      const rows = await database
        .selectFrom("reply_facts")
        .select([groups[by].as("of"), ...sums])
        .where("asked_at", ">=", since)
        .where("asked_at", "<", until)
        .$if(Boolean(agents), (query) => query.where("agent_id", "in", agents ?? []))
        .groupBy(["of", "model", "day"])
        .execute();
      const items = [...Map.groupBy(rows, ({ of }) => of)].map(([of, parts]) => ({
        of,
        replies: sumOf(parts, ({ replies }) => replies),
        inputTokens: sumOf(parts, (part) => part.in),
        outputTokens: sumOf(parts, ({ out }) => out),
        uses: usesOf(parts),
      }));
      return items.toSorted(by === "day" ? inOrder : mostFirst);
    },

    async ofChat(sessionId) {
      const rows = await database
        .selectFrom("reply_facts")
        .innerJoin("replies", "replies.id", "reply_facts.reply_id")
        .select(sums)
        .where("replies.session_id", "=", sessionId)
        .groupBy(["model", "day"])
        .execute();
      return usesOf(rows);
    },
  };
}

// Both are whole numbers, and so is their quotient.
const day = sql<number>`asked_at / ${sql.lit(dayMs)} * ${sql.lit(dayMs)}`;

const groups: Readonly<Record<UsageGroup, RawBuilder<number | string>>> = {
  day,
  agent: sql`agent_id`,
  key: sql`key_id`,
  model: sql`model`,
};

const sums = [
  sql<string>`model`.as("model"),
  day.as("day"),
  // Sums of bigints are numeric in PostgreSQL, which would come as text.
  sql<number>`cast(count(*) as bigint)`.as("replies"),
  sql<number>`cast(sum(tokens_in) as bigint)`.as("in"),
  sql<number>`cast(sum(tokens_out) as bigint)`.as("out"),
  sql<number>`cast(sum(tokens_cached) as bigint)`.as("cached"),
] as const;

type Summed = Omit<ModelUse, "at"> & { readonly day: number };

/** In one order, whatever order the database has texts in. */
function usesOf(rows: readonly Summed[]): readonly ModelUse[] {
  return rows
    .map(({ model, day: at, ...tokens }) => ({
      at,
      model: countedModel(model),
      in: tokens.in,
      out: tokens.out,
      cached: tokens.cached,
    }))
    .toSorted((one, other) => one.at - other.at || (one.model < other.model ? -1 : 1));
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

function inOrder(one: Usage, other: Usage): number {
  return Number(one.of) - Number(other.of);
}

function mostFirst(one: Usage, other: Usage): number {
  const used = ({ inputTokens, outputTokens }: Usage) => inputTokens + outputTokens;
  return used(other) - used(one) || other.replies - one.replies || (one.of < other.of ? -1 : 1);
}
