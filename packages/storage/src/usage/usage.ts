import { sql, type Kysely, type RawBuilder } from "kysely";
import { dayMs } from "../day.ts";
import type { Tables } from "../schema/tables.ts";
import type { ModelUse } from "./model-usage.ts";
import { countedModel } from "./usage-counts.ts";

/** The groups by which usage can be added up. Days are in UTC. */
export type UsageGroup = "day" | "agent" | "key" | "model";

/** The totals of the replies of one day, agent, key or model. */
export interface Usage {
  /** The day's first moment, the id of the agent or key, or the name of the model. */
  readonly of: number | string;
  /** Replies that have ended. */
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The same by model and day. */
  readonly uses: readonly ModelUse[];
}

/** The usage of replies, added up on each request. */
export function createUsageStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /**
     * Adds up replies to questions from `since` on and before `until`. Days are in order, others by usage, the most
     * first. Empty ones are missing.
     */
    async read({
      by,
      since,
      until,
      agents,
    }: {
      readonly by: UsageGroup;
      readonly since: number;
      readonly until: number;
      /** Only of these agents; absent or `null`: of all. */
      readonly agents?: readonly string[] | null;
    }): Promise<readonly Usage[]> {
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

    /** The usage of a chat's replies, by model and day. */
    async ofChat(sessionId: string): Promise<readonly ModelUse[]> {
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

/** The usage of replies. It is kept for 400 days, even if their chats are erased. */
export type UsageStore = ReturnType<typeof createUsageStore>;

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
