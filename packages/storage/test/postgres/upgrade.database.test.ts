import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { lockMs } from "../../src/postgres/prepare-database.ts";
import { short } from "../../src/postgres/query-timeouts.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => {
  test("a step that must wait for a backup keeps no node from reading, and is taken when the backup is over", async () => {
    await using database = emptyDatabase();
    await database.open();
    // As it was before turns could be replaced.
    await database.run(
      `drop function note_chat_change, message_for_webhooks, person_for_webhooks, reply_for_webhooks,
        rating_for_webhooks, move_for_webhooks, erasure_for_webhooks, note_for_webhooks, note_in_chat_for_webhooks, address_for_webhooks, previews_are_quiet cascade;
      drop table waiting_alerts, alert_rounds, push_subscriptions, visitor_mails, alert_mails, mailed_addresses, wordings;
      drop table approved_answers, reply_flags, prices, settings, gap_questions, gaps, agent_tests, test_runs, canned_answers, webhooks, webhook_deliveries; alter table replies drop column replaced; drop index questions_of_turn; drop table reply_facts; drop table daily_refusals;
      drop table handoffs, chat_events, chat_notes; drop index chats_of_people;
      alter table sessions drop column holder, drop column epoch, drop column taken_epoch, drop column held_since,
        drop column operator_id, drop column operator_name;
      alter table replies drop column author, drop column author_id, drop column author_name, drop column asked_key,
        drop column epoch;
      drop table usage_counts, chats, chat_changes, chat_texts, chat_counters;
      alter table replies drop column details;
      alter table files drop column key_id, drop column address; drop index sessions_without_turn;
      drop table agent_versions, key_sites, sign_in_attempts, audit, api_tokens, operators, sign_in_links,
        operator_sessions, passkeys, passkey_challenges;
      alter table agents drop column version;
      alter table keys drop column replaces;
      delete from kysely_migration where name >= '0017'`,
    );
    const backup = new Client({ connectionString: database.url });
    await backup.connect();
    try {
      await backup.query(`begin; lock table ${database.schema}.replies in access share mode`);
      let isOpen = false;
      const opened = database.open().then(() => (isOpen = true));
      await expect.poll(() => waiting(database.schema), { interval: 5 }).toBe(true);
      // Whoever reads waits behind the migration, which gives way long before the backup ends, and before a visitor has to.
      expect(lockMs).toBeLessThan(short.statementMs);
      await database.run("set statement_timeout = 60000; select count(*) from replies");
      expect(isOpen).toBe(false);
      await backup.query("commit");
      await opened;
      await database.run("select replaced from replies");
    } finally {
      await backup.end();
    }

    async function waiting(schema: string): Promise<boolean> {
      const rows = await database.run(
        `select 1 from pg_locks where not granted and relation = '${schema}.replies'::regclass`,
      );
      return rows.length > 0;
    }
  });
});
