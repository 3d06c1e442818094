import { sql, type Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import { roleOf } from "../operators/operator-role.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import type { AlertChannel, AlertStore, WaitingChat } from "./alert-store.ts";

const hourMs = 3_600_000;
/** That somebody is there is written at most this often, in milliseconds. */
const presentMs = 20_000;
/** Chats that are looked at once. */
const maxChats = 500;

const columnOf = { mail: "mailed_at", push: "pushed_at" } as const satisfies Record<AlertChannel, string>;

/** Who is told that visitors wait. */
export function createAlertStore({ database }: { readonly database: Kysely<Tables> }): AlertStore {
  /** Of chats that were seen to wait, the time stays when nobody comes: of others nothing is missed. */
  async function note(sessionIds: readonly string[], now: number): Promise<void> {
    for (const session_id of sessionIds)
      await database
        .insertInto("waiting_alerts")
        .columns(["session_id", "noted_at"])
        .expression((from) =>
          from
            .selectFrom("sessions")
            .select((row) => ["id as session_id", row.val(now).as("noted_at")])
            .where("id", "=", session_id),
        )
        .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ noted_at: now }))
        .execute();
  }

  return {
    async waiting({ missedSince, now }) {
      const waiting = await database
        .selectFrom("sessions")
        .leftJoin("waiting_alerts", "waiting_alerts.session_id", "sessions.id")
        .select(["sessions.id", "agent_id", "held_since", "noted_at", "mailed_at", "pushed_at"])
        .where("holder", "=", "waiting")
        // Who tries a draft calls nobody.
        .where(isOfLiveAgent("agent_id"))
        .orderBy("held_since")
        .limit(maxChats)
        .execute();
      const unnoted = waiting.filter(({ held_since, noted_at }) => (noted_at ?? 0) < (held_since ?? 0));
      await note(
        unnoted.map(({ id }) => id),
        now,
      );
      const missed = await database
        .selectFrom("waiting_alerts")
        .innerJoin("sessions", "sessions.id", "waiting_alerts.session_id")
        .innerJoin("chat_events", (join) =>
          join
            .onRef("chat_events.session_id", "=", "sessions.id")
            .onRef("chat_events.epoch", "=", "sessions.epoch"),
        )
        .select(["sessions.id", "agent_id", "held_since", "mailed_at", "pushed_at"])
        .where("noted_at", ">=", missedSince)
        .where("holder", "=", "agent")
        .where("type", "=", "nobody")
        .orderBy("noted_at")
        .limit(maxChats)
        .execute();
      const chatOf =
        (state: WaitingChat["state"]) =>
        (row: (typeof missed)[number]): WaitingChat => ({
          sessionId: row.id,
          agentId: row.agent_id,
          since: row.held_since ?? 0,
          state,
          mailedAt: row.mailed_at,
          pushedAt: row.pushed_at,
        });
      return [...waiting.map(chatOf("waiting")), ...missed.map(chatOf("missed"))];
    },

    async people() {
      const rows = await database
        .selectFrom("operators")
        .select(["id", "role", "agents", "available", "present_at", "email", "mail_alerts"])
        .execute();
      return rows.map((row) => ({
        id: row.id,
        role: roleOf(row.role),
        agents: row.agents === null ? null : JSON.parse(row.agents),
        available: row.available === 1,
        presentAt: row.present_at,
        mailTo: row.mail_alerts === 1 ? row.email : null,
      }));
    },

    async begin({ channel: name, now, gapMs, perHour }) {
      await database
        .insertInto("alert_rounds")
        .values({ name, at: 0, hour_at: 0, in_hour: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const isNewHour = sql<boolean>`hour_at <= ${now - hourMs}`;
      const { numUpdatedRows } = await database
        .updateTable("alert_rounds")
        .set({
          at: now,
          hour_at: sql`case when ${isNewHour} then ${sql.val(now)} else hour_at end`,
          in_hour: sql`case when ${isNewHour} then 1 else in_hour + 1 end`,
        })
        .where("name", "=", name)
        .where("at", "<=", now - gapMs)
        .where((row) => row.or([isNewHour, row("in_hour", "<", perHour)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async told({ channel, sessionIds, at }) {
      for (const sessionId of sessionIds)
        await database
          .updateTable("waiting_alerts")
          .set({ [columnOf[channel]]: at })
          .where("session_id", "=", sessionId)
          .execute();
    },

    async present(operatorId, at) {
      await database
        .updateTable("operators")
        .set({ present_at: at })
        .where("id", "=", operatorId)
        .where((row) => row.or([row("present_at", "is", null), row("present_at", "<=", at - presentMs)]))
        .execute();
    },

    async mailOf(operatorId) {
      const row = await database
        .selectFrom("operators")
        .select(["email", "mail_alerts"])
        .where("id", "=", operatorId)
        .executeTakeFirst();
      return row && { address: row.email, enabled: row.mail_alerts === 1 };
    },

    setMail: ({ operatorId, address, enabled, audit }) =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("operators")
          .set({ email: address, mail_alerts: enabled ? 1 : 0 })
          .where("id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}
