import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DigestDependencies } from "../chat-list/catch-up.ts";
import { idsOfChat } from "../chat-list/write-chat-texts.ts";
import type { SearchTerm } from "../chats/search-terms.ts";
import type { Tables } from "../schema/tables.ts";
import { selectUncounted } from "../usage/write-counts.ts";
import { mergeWords } from "./merge-words.ts";

/** There is only one writing connection, which is used exclusively. */
export function createDigestDependencies({
  database,
}: {
  readonly database: Kysely<Tables>;
}): DigestDependencies {
  return {
    database,
    beginDigest: async () => {},
    async lockSessions(transaction, ids) {
      if (ids.length === 0) return new Set();
      const rows = await transaction
        .selectFrom("sessions")
        .select("id")
        .where("id", "in", ids)
        .where("erased", "=", 0)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async lockUncounted(transaction, limit) {
      const rows = await selectUncounted(transaction, limit).execute();
      return rows.map(({ id }) => id);
    },
    mergeWords: () => mergeWords(database, "chat_index"),
    batch: 5,
    now: () => Date.now(),
  };
}

/** Whether one of the texts of a chat has what is looked for. */
export function matchTerm({ words, isPhrase }: SearchTerm): RawBuilder<boolean> {
  // Words are letters and digits alone, so nothing in them means anything to FTS5.
  const query = `"${words.join(" ")}"${isPhrase ? "" : " *"}`;
  // The sign keeps SQLite to the order of the list, which ends with the page: else it would look up and sort all that match.
  return sql`+chats.number in (select rowid / ${sql.lit(idsOfChat)} from chat_index where chat_index match ${query})`;
}
