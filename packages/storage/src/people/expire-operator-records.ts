import { sql, type Kysely, type RawBuilder } from "kysely";
import { dayMs } from "../day.ts";
import { deleteInSteps, type Rest } from "../erasure/delete-in-steps.ts";
import type { Tables } from "../schema/tables.ts";

/** Time for which the audit log is kept, in milliseconds. */
const auditMs = 400 * dayMs;

/** Time for which deliveries of webhooks can be looked up and replayed, in milliseconds. */
const deliveryMs = 30 * dayMs;

/** No session of the console lasts longer, in milliseconds, whatever is asked for when it is found. */
const sessionMs = 30 * dayMs;

interface Expiry {
  readonly database: Kysely<Tables>;
  readonly rest: Rest;
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Forgets what is past its time: links and challenges that have expired, old sessions, the audit log of last year,
 * deliveries of webhooks after a month, and failed sign-ins after a day. Returns the number of deleted rows that contain a person's name.
 */
export async function expireOperatorRecords({ database, rest, now, signal }: Expiry): Promise<number> {
  const forget = (
    table: keyof Tables,
    key: readonly [string, ...string[]],
    where: RawBuilder<unknown>,
    recheck?: RawBuilder<unknown>,
  ) => deleteInSteps({ database, rest, table, key, where, signal, ...(recheck && { recheck }) });

  await forget("sign_in_links", ["token_hash"], sql`expires_at <= ${now}`);
  await forget("passkey_challenges", ["challenge"], sql`expires_at <= ${now}`);
  await forget("operator_sessions", ["id"], sql`created_at < ${now - sessionMs}`);
  const isOld = (sign: "" | "+") => sql`${sql.raw(sign)}last_at < ${now - dayMs}`;
  await forget("sign_in_attempts", ["kind", "hash"], isOld(""), isOld("+"));
  // Each key has at most a hundred sites.
  await database
    .deleteFrom("key_sites")
    .where("key_id", "not in", (query) => query.selectFrom("keys").select("id"))
    .execute();
  await forget("webhook_deliveries", ["id"], sql`at < ${now - deliveryMs}`);
  return forget("audit", ["id"], sql`at < ${now - auditMs}`);
}
