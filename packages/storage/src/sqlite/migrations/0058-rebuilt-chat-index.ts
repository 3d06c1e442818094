import { sql, type Kysely } from "kysely";

/**
 * Writes the full-text index of chats anew. Where the words of a chat had changed, FTS5 kept some of the old ones, even
 * after the chat was erased: see `writeChatTexts`.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into chat_index(chat_index) values ('rebuild')`.execute(database);
}
