import { sql, type Kysely } from "kysely";
import { inScope, type AgentScope } from "../agent-scope.ts";
import type { Tables } from "../schema/tables.ts";
import { hourMs, millisecondsOf } from "./usage-counts.ts";

/** The periods by which usage is added up. Days and months are in UTC. */
export type UsageBucket = "hour" | "day" | "month";

/** Amounts by name; what was never counted is missing. */
type Amounts = Readonly<Record<string, number>>;

/** The counts of a period. */
export interface UsageAmounts {
  /** Chats that began. */
  readonly chats: number;
  readonly messages: { readonly visitor: number; readonly agent: number; readonly person: number };
  /** Of the chats that began, by outcome as it is now. */
  readonly outcomes: Amounts;
  readonly ratings: { readonly up: number; readonly down: number };
  readonly tokens: { readonly in: number; readonly out: number; readonly cached: number };
  /** Milliseconds to the first text, right to five in a hundred; `null` where nothing was said. */
  readonly firstText: { readonly p50: number | null; readonly p95: number | null };
  /** Requests that were refused, by reason. */
  readonly refusals: Amounts;
  readonly tools: Readonly<Record<string, { readonly succeeded: number; readonly failed: number }>>;
  /** Replies by the language of the question. */
  readonly languages: Amounts;
  /** Chats of which nothing but counts is left: erased by visitors and operators, and expired. */
  readonly erased: { readonly byPeople: number; readonly expired: number };
}

/** The counts of one hour, day or month. */
export interface UsageItem extends UsageAmounts {
  /** Its first moment. */
  readonly at: number;
}

/** The counts, in order; empty periods are missing. */
export interface UsageReport {
  readonly items: readonly UsageItem[];
  readonly total: UsageAmounts;
}

/** Which counts are added up: from `from` on and before `to`, in UTC. */
export interface UsageReportQuery {
  readonly scope: AgentScope;
  readonly from: number;
  readonly to: number;
  readonly by: UsageBucket;
  readonly agentId?: string;
  readonly keyId?: string;
}

/** Adds up counts that were made when replies ended: no reply is looked at. */
export function createUsageReport({ reader }: { readonly reader: Kysely<Tables> }) {
  return async ({ scope, from, to, by, agentId, keyId }: UsageReportQuery): Promise<UsageReport> => {
    const rows = await reader
      .selectFrom("usage_counts")
      .select(["hour", "name"])
      // Sums of bigints are numeric in PostgreSQL, which would come as text.
      .select(sql<number>`cast(sum(amount) as bigint)`.as("amount"))
      .where("hour", ">", from - hourMs)
      .where("hour", "<", to)
      .where(inScope(scope, "agent_id"))
      .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
      .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
      .groupBy(["hour", "name"])
      .orderBy("hour")
      .execute();
    const total = new Map<string, number>();
    const items = new Map<number, Map<string, number>>();
    for (const { hour, name, amount } of rows) {
      const at = startOf(hour, by);
      const item: Map<string, number> = items.get(at) ?? new Map();
      items.set(at, item);
      for (const sums of [item, total]) sums.set(name, (sums.get(name) ?? 0) + Number(amount));
    }
    return {
      items: [...items].map(([at, sums]) => ({ at, ...amountsOf(sums) })),
      total: amountsOf(total),
    };
  };
}

/** The first moment of the hour, day or month in UTC. */
function startOf(hour: number, by: UsageBucket): number {
  if (by === "hour") return hour;
  const date = new Date(hour);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), by === "day" ? date.getUTCDate() : 1);
}

function amountsOf(sums: ReadonlyMap<string, number>): UsageAmounts {
  const one = (name: string): number => sums.get(name) ?? 0;
  const below = (prefix: string): Map<string, number> =>
    new Map(
      [...sums]
        .filter(([name, amount]) => name.startsWith(`${prefix}.`) && amount !== 0)
        .map(([name, amount]): [string, number] => [name.slice(prefix.length + 1), amount])
        .toSorted(([first], [second]) => (first < second ? -1 : 1)),
    );
  const [succeeded, failed] = [below("tool"), below("tool_failed")];
  const tools = [...new Set([...succeeded.keys(), ...failed.keys()])].toSorted();
  const firstTexts = [...below("first_text")]
    .map(([bucket, amount]): [number, number] => [Number(bucket), amount])
    .toSorted(([first], [second]) => first - second);
  return {
    chats: one("chats"),
    messages: {
      visitor: one("messages.visitor"),
      agent: one("messages.agent"),
      person: one("messages.person"),
    },
    outcomes: Object.fromEntries(below("outcome")),
    ratings: { up: one("rating.up"), down: one("rating.down") },
    tokens: { in: one("tokens.in"), out: one("tokens.out"), cached: one("tokens.cached") },
    firstText: { p50: quantile(firstTexts, 0.5), p95: quantile(firstTexts, 0.95) },
    refusals: Object.fromEntries(below("refusal")),
    tools: Object.fromEntries(
      tools.map((name) => [name, { succeeded: succeeded.get(name) ?? 0, failed: failed.get(name) ?? 0 }]),
    ),
    languages: Object.fromEntries(below("language")),
    erased: { byPeople: one("erased"), expired: one("expired") },
  };
}

/** The value that `share` of the counted do not exceed. */
function quantile(buckets: readonly (readonly [number, number])[], share: number): number | null {
  const count = buckets.reduce((sum, [, amount]) => sum + amount, 0);
  let left = Math.ceil(count * share);
  for (const [bucket, amount] of buckets) {
    left -= amount;
    if (left <= 0) return millisecondsOf(bucket);
  }
  return null;
}
