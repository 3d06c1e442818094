import { sql, type Kysely } from "kysely";

/** Webhooks hear that a visitor has left an address, in the transaction that keeps it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create trigger address_for_webhooks after update of address_at on handoffs
    when new.address_at is not null and old.address_at is not new.address_at
    begin
      insert into webhook_deliveries
        (id, webhook_id, type, at, session_id, agent_id, subject, detail, name, state, tries, tried, next_at, claimed_until)
      select 'msg_' || lower(hex(randomblob(16))), w.id, 'address.left', new.address_at, new.session_id, s.agent_id,
        null, null, null, 'pending', '[]', 0, 0, 0
      from webhooks w cross join sessions s
      where s.id = new.session_id and w.enabled = 1 and instr(w.events, '"address.left"') > 0
        and (w.agents is null or instr(w.agents, '"' || s.agent_id || '"') > 0);
    end`.execute(database);
}
