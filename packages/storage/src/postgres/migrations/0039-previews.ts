import { sql, type Kysely } from "kysely";

/** Webhooks hear nothing of what is said to drafts of agents. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create function previews_are_quiet() returns trigger language plpgsql as $$
    begin return null; end $$`.execute(database);
  await sql`create trigger previews_are_quiet before insert on webhook_deliveries for each row
    when (new.agent_id like 'preview:%') execute function previews_are_quiet()`.execute(database);
}
