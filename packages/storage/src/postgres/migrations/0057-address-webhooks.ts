import { sql, type Kysely } from "kysely";

/** Webhooks hear that a visitor has left an address, in the transaction that keeps it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create function address_for_webhooks() returns trigger language plpgsql as $$
    begin
      perform note_in_chat_for_webhooks('address.left', new.session_id, new.address_at, null, null, null);
      return null;
    end $$`.execute(database);
  await sql`create trigger address_for_webhooks after update of address_at on handoffs for each row
    when (new.address_at is not null and old.address_at is distinct from new.address_at)
    execute function address_for_webhooks()`.execute(database);
}
