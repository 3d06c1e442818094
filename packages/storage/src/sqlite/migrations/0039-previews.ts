import { sql, type Kysely } from "kysely";

/** Webhooks hear nothing of what is said to drafts of agents. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create trigger previews_are_quiet before insert on webhook_deliveries
    when new.agent_id like 'preview:%'
    begin select raise(ignore); end`.execute(database);
}
