import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DigestParts } from "../chats/digest-parts.ts";
import type { SearchTerm } from "../chats/fold-words.ts";
import { idsOfChat } from "../chats/write-chat-texts.ts";
import type { Tables } from "../schema/tables.ts";

/** There is one connection that writes, and whoever has it is alone. */
export function createDigestParts({ database }: { readonly database: Kysely<Tables> }): DigestParts {
  return {
    database,
    beginDigest: async () => {},
    async keepSessions(transaction, ids) {
      if (ids.length === 0) return new Set();
      const rows = await transaction.selectFrom("sessions").select("id").where("id", "in", ids).execute();
      return new Set(rows.map(({ id }) => id));
    },
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
