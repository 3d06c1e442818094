import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DigestDependencies } from "../chat-list/catch-up.ts";
import type { SearchTerm } from "../chats/search-terms.ts";
import type { Tables } from "../schema/tables.ts";
import { selectUncounted } from "../usage/write-counts.ts";

/** Nodes digest one after the other, each a few chats at a time. */
export function createDigestDependencies({
  database,
}: {
  readonly database: Kysely<Tables>;
}): DigestDependencies {
  return {
    database,
    async beginDigest(transaction) {
      // Counted from the schema: two installations may share a database.
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' chats', 0))`.execute(
        transaction,
      );
      await sql`set local synchronous_commit = off`.execute(transaction);
    },
    async lockSessions(transaction, ids) {
      if (ids.length === 0) return new Set();
      const rows = await transaction
        .selectFrom("sessions")
        .select("id")
        .where("id", "in", ids)
        .where("erased", "=", 0)
        .forKeyShare()
        .skipLocked()
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async lockUncounted(transaction, limit) {
      const rows = await selectUncounted(transaction, limit).forUpdate().skipLocked().execute();
      return rows.map(({ id }) => id);
    },
    // Autovacuum does.
    mergeWords: async () => false,
    batch: 100,
    now: () => Date.now(),
  };
}

/** Whether one of the texts of a chat has what is looked for. */
export function matchTerm({ words, isPhrase }: SearchTerm): RawBuilder<boolean> {
  // Words are letters and digits alone, so nothing in them means anything to PostgreSQL.
  const query = words.map((word) => `'${word}'${isPhrase ? "" : ":*"}`).join(" <-> ");
  // By session, so that of a word which most chats have only those of the page are read, and a rare one is found by its index.
  return sql`exists (
    select from chat_texts where session_id = chats.id and words @@ to_tsquery('simple', ${query}))`;
}
