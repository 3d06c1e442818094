import { sql, type Kysely } from "kysely";
import { inScope } from "../agent-scope.ts";
import { dayMs } from "../day.ts";
import type { Tables } from "../schema/tables.ts";
import { hourMs, type TokenKind } from "./usage-counts.ts";
import type { UsageReportQuery } from "./usage-report.ts";

/** Tokens of one model in some time, as its provider counted them. */
export interface ModelUse {
  /** The first moment of that time. */
  readonly at: number;
  readonly model: string;
  readonly in: number;
  readonly out: number;
  /** Of those that went in. */
  readonly cached: number;
}

/** Which tokens are added up: from `from` on and before `to`, by the hour or day in UTC. */
export interface ModelUsageQuery extends Omit<UsageReportQuery, "by"> {
  readonly by: "hour" | "day";
}

/** Adds up what was counted of each model when its replies ended: no reply is looked at. */
export function createModelUsage({ reader }: { readonly reader: Kysely<Tables> }) {
  return async ({ scope, from, to, by, agentId, keyId }: ModelUsageQuery): Promise<readonly ModelUse[]> => {
    const length = sql.lit(by === "hour" ? hourMs : dayMs);
    const rows = await reader
      .selectFrom("usage_counts")
      .select(sql<number>`hour / ${length} * ${length}`.as("at"))
      .select("name")
      // Sums of bigints are numeric in PostgreSQL, which would come as text.
      .select(sql<number>`cast(sum(amount) as bigint)`.as("amount"))
      .where("hour", ">", from - hourMs)
      .where("hour", "<", to)
      .where("name", "like", "model.%")
      .where(inScope(scope, "agent_id"))
      .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
      .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
      .groupBy(["at", "name"])
      .orderBy("at")
      .orderBy("name")
      .execute();
    const uses = new Map<string, ModelUse>();
    for (const { at, name, amount } of rows) {
      const { kind, model } = readName(name);
      const place = `${at} ${model}`;
      const use = uses.get(place) ?? { at: Number(at), model, in: 0, out: 0, cached: 0 };
      uses.set(place, { ...use, [kind]: Number(amount) });
    }
    return [...uses.values()];
  };
}

function readName(name: string): { readonly kind: TokenKind; readonly model: string } {
  const [, kind = "", ...model] = name.split(".");
  return { kind: kind as TokenKind, model: model.join(".") };
}
