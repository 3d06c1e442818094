import { sql, type Expression, type Kysely, type RawBuilder } from "kysely";
import { isInHand } from "../holders/holder.ts";
import type { Tables } from "../schema/tables.ts";
import { isAbsent, isMailedLongAgo, type VisitorMailRules } from "./visitor-mail-store.ts";

/** Work of notifications that may be due. */
export type DueWork = "alerts" | "visitorMail" | "webhooks";

/** What makes work due. */
export interface DueWorkQuery extends Pick<VisitorMailRules, "now" | "awayMs" | "maxMessageAgeMs"> {
  /** As for alerts. */
  readonly missedSince: number;
  readonly addressSince: number;
}

/** Looks for what is due, in the same way for every database. Each part finds its row by an index of few rows. */
export function createDueWorkStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /** What may be due at the moment: nothing is, of a kind that is missing. */
    async find(query: DueWorkQuery): Promise<ReadonlySet<DueWork>> {
      const row = await database
        .selectNoFrom(kinds.map((kind) => hasAny(conditions[kind](query)).as(kind)))
        .executeTakeFirstOrThrow();
      return new Set(kinds.filter((kind) => row[kind] === 1));
    },
  };
}

/**
 * Looks for work of all kinds in one statement: services that have nothing to do ask every second, each node for
 * itself.
 */
export type DueWorkStore = ReturnType<typeof createDueWorkStore>;

const kinds = ["alerts", "visitorMail", "webhooks"] as const satisfies readonly DueWork[];
const one = sql.lit(1);

/** The rows of any of which there must be one. */
const conditions: Readonly<Record<DueWork, (query: DueWorkQuery) => readonly Expression<unknown>[]>> = {
  alerts: ({ missedSince, addressSince }) => [
    sql`select ${one} from sessions where ${isInHand} and holder = 'waiting'`,
    sql`select ${one} from chats where address_since >= ${Math.max(1, addressSince)}`,
    sql`select ${one} from waiting_alerts where noted_at >= ${missedSince}`,
  ],
  visitorMail: ({ now, ...rules }) => [
    sql`select ${one} from handoffs where ${isAbsent({ now, ...rules })}`,
    sql`select ${one} from visitor_mails where state = 'pending' and next_at <= ${now}`,
    sql`select ${one} from mailed_addresses where ${isMailedLongAgo(now)}`,
  ],
  webhooks: ({ now }) => [
    sql`select ${one} from webhook_deliveries
      where state = 'pending' and next_at <= ${now} and claimed_until <= ${now}`,
  ],
};

/** 1 or 0, since one database has no truth values. */
function hasAny(rows: readonly Expression<unknown>[]): RawBuilder<number> {
  const exist = sql.join(
    rows.map((each) => sql`exists (${each})`),
    sql` or `,
  );
  return sql<number>`case when ${exist} then 1 else 0 end`;
}
