import type { Kysely } from "kysely";
import { dayMs } from "../budgets/day-of.ts";
import type { Tables } from "../schema/tables.ts";

/** Time for which the audit log is kept, in milliseconds. */
const auditMs = 400 * dayMs;

/** Time for which deliveries of webhooks can be looked up and replayed, in milliseconds. */
const deliveryMs = 30 * dayMs;

/** No session of the console lasts longer, in milliseconds, whatever is asked for when it is found. */
const sessionMs = 30 * dayMs;

/**
 * Forgets what is past its time: links and challenges that have expired, old sessions, the audit log of last year,
 * deliveries of webhooks after a month, and failed sign-ins after a day. Returns how many rows with somebody's name in them went.
 */
export async function expireOperatorRecords(database: Kysely<Tables>, now: number): Promise<number> {
  await database.deleteFrom("sign_in_links").where("expires_at", "<=", now).execute();
  await database.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  await database
    .deleteFrom("operator_sessions")
    .where("created_at", "<", now - sessionMs)
    .execute();
  await database
    .deleteFrom("sign_in_attempts")
    .where("last_at", "<", now - dayMs)
    .execute();
  await database
    .deleteFrom("key_sites")
    .where("key_id", "not in", (query) => query.selectFrom("keys").select("id"))
    .execute();
  await database
    .deleteFrom("webhook_deliveries")
    .where("at", "<", now - deliveryMs)
    .execute();
  const { numDeletedRows } = await database
    .deleteFrom("audit")
    .where("at", "<", now - auditMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
