import { sql, type Expression, type Kysely, type RawBuilder } from "kysely";
import { isInHand } from "../handoffs/is-in-hand.ts";
import type { Tables } from "../schema/tables.ts";
import { isAbsent } from "../visitor-mail/is-absent.ts";
import { isMailedLongAgo } from "../visitor-mail/is-mailed-long-ago.ts";
import type { DueWork, DueWorkQuery, DueWorkStore } from "./due-work-store.ts";

/** Looks for what is due, in the same way for every database. Each part finds its row by an index of few rows. */
export function createDueWorkStore({ database }: { readonly database: Kysely<Tables> }): DueWorkStore {
  return {
    async find(query) {
      const row = await database
        .selectNoFrom(kinds.map((kind) => hasAny(conditions[kind](query)).as(kind)))
        .executeTakeFirstOrThrow();
      return new Set(kinds.filter((kind) => row[kind] === 1));
    },
  };
}

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
