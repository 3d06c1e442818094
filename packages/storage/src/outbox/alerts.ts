import { sql, type Kysely } from "kysely";
import { snoozedUntil } from "../chat-list/snooze.ts";
import { isInHand } from "../holders/holder.ts";
import { writeAudit } from "../people/audit.ts";
import { roleOf } from "../people/operator-store.ts";
import { isOfLiveAgent } from "../preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import type { AlertChannel, AlertStore, WaitingChat } from "./alert-store.ts";

const hourMs = 3_600_000;
/** The presence of a person is written at most this often, in milliseconds. */
const presentMs = 20_000;
/** Chats that are looked at once. */
const maxChats = 500;

/** Chats that are asked for at once. */
const batch = 100;

/** Name of the row that counts the rounds. */
const nameOf = ({
  channel,
  operatorId,
}: {
  readonly channel: AlertChannel;
  readonly operatorId?: string;
}): string => (operatorId === undefined ? channel : `${channel}:${operatorId}`);

/** The people who are notified of waiting visitors. */
export function createAlertStore({ database }: { readonly database: Kysely<Tables> }): AlertStore {
  /** Of chats that were seen to wait, the time stays when nobody comes: of others nothing is missed. */
  async function note(sessionIds: readonly string[], now: number): Promise<void> {
    for (let from = 0; from < sessionIds.length; from += batch)
      await database
        .insertInto("waiting_alerts")
        .columns(["session_id", "noted_at"])
        .expression((query) =>
          query
            .selectFrom("sessions")
            .select((row) => ["id as session_id", row.val(now).as("noted_at")])
            .where("id", "in", sessionIds.slice(from, from + batch)),
        )
        .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ noted_at: now }))
        .execute();
  }

  return {
    async waiting({ missedSince, addressSince, now }) {
      const found = await findWaiting(database, { missedSince, addressSince, now });
      const ofState = (state: WaitingChat["state"]) => found.filter((row) => row.state === state);
      const waiting = ofState("waiting").toSorted((one, other) => sinceOf(one) - sinceOf(other));
      const addresses = ofState("address").toSorted((one, other) => sinceOf(other) - sinceOf(one));
      const withAddress = new Set(addresses.map(({ id }) => id));
      const missed = ofState("missed")
        .filter(({ id }) => !withAddress.has(id))
        .toSorted((one, other) => (one.noted_at ?? 0) - (other.noted_at ?? 0));
      const unnoted = [...waiting, ...addresses].filter((row) => (row.noted_at ?? 0) < sinceOf(row));
      await note(
        unnoted.map(({ id }) => id),
        now,
      );
      return [...waiting, ...addresses, ...missed].map((row) => waitingChat(row, now));
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

    async mailed(sessionIds) {
      const mailed = [];
      for (let from = 0; from < sessionIds.length; from += batch)
        mailed.push(
          ...(await database
            .selectFrom("alert_mails")
            .selectAll()
            .where("session_id", "in", sessionIds.slice(from, from + batch))
            .execute()),
        );
      return mailed.map((row) => ({
        sessionId: row.session_id,
        operatorId: row.operator_id,
        at: row.at,
        hourAt: row.hour_at,
        inHour: row.in_hour,
      }));
    },

    async noteMailed({ operatorId, sessionIds, at }) {
      const isNewHour = sql<boolean>`alert_mails.hour_at <= ${at - hourMs}`;
      for (const sessionId of sessionIds)
        await database
          .insertInto("alert_mails")
          .columns(["session_id", "operator_id", "at", "hour_at", "in_hour"])
          .expression((from) =>
            from
              .selectFrom(["sessions", "operators"])
              .select((row) => [
                "sessions.id as session_id",
                "operators.id as operator_id",
                row.val(at).as("at"),
                row.val(at).as("hour_at"),
                row.val(1).as("in_hour"),
              ])
              .where("sessions.id", "=", sessionId)
              .where("operators.id", "=", operatorId),
          )
          .onConflict((conflict) =>
            conflict.columns(["session_id", "operator_id"]).doUpdateSet({
              at,
              hour_at: sql`case when ${isNewHour} then ${sql.val(at)} else alert_mails.hour_at end`,
              in_hour: sql`case when ${isNewHour} then 1 else alert_mails.in_hour + 1 end`,
            }),
          )
          .execute();
    },

    async begin({ now, gapMs, perHour, ...round }) {
      const name = nameOf(round);
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

    async undo(round) {
      await database
        .updateTable("alert_rounds")
        .set((row) => ({ in_hour: row("in_hour", "-", 1) }))
        .where("name", "=", nameOf(round))
        .where("in_hour", ">", 0)
        .execute();
    },

    async told({ sessionIds, at }) {
      for (const sessionId of sessionIds)
        await database
          .updateTable("waiting_alerts")
          .set({ pushed_at: at })
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

/** In one statement, since it runs every second: those that wait, with an address, and missed, in no order. */
async function findWaiting(
  database: Kysely<Tables>,
  {
    missedSince,
    addressSince,
    now,
  }: { readonly missedSince: number; readonly addressSince: number; readonly now: number },
) {
  // Nobody is told of what an operator has set aside.
  const isNotSnoozed = sql<boolean>`${snoozedUntil("sessions", now)} is null`;
  const waiting = database
    .selectFrom("sessions")
    .leftJoin("waiting_alerts", "waiting_alerts.session_id", "sessions.id")
    .select([
      sql.lit<WaitingChat["state"]>("waiting").as("state"),
      "sessions.id",
      "agent_id",
      "held_since",
      "noted_at",
    ])
    .select(["pushed_at", "sessions.held_since as returned_at"])
    .where(isInHand)
    .where("holder", "=", "waiting")
    // Testing a draft alerts no person.
    .where(isOfLiveAgent("agent_id"))
    .where(isNotSnoozed)
    .orderBy("held_since")
    .limit(maxChats);
  const addresses = database
    .selectFrom("chats")
    .innerJoin("sessions", "sessions.id", "chats.id")
    .leftJoin("waiting_alerts", "waiting_alerts.session_id", "chats.id")
    .select([
      sql.lit<WaitingChat["state"]>("address").as("state"),
      "chats.id",
      "chats.agent_id",
      "address_since as held_since",
    ])
    .select(["noted_at", "pushed_at", "sessions.held_since as returned_at"])
    // 0 is of those that wait for nothing.
    .where("address_since", ">=", Math.max(1, addressSince))
    .where(isNotSnoozed)
    // Where there are more, the oldest have been reported already.
    .orderBy("address_since", "desc")
    .limit(maxChats);
  const missed = database
    .selectFrom("waiting_alerts")
    .innerJoin("sessions", "sessions.id", "waiting_alerts.session_id")
    .innerJoin("chat_events", (join) =>
      join
        .onRef("chat_events.session_id", "=", "sessions.id")
        .onRef("chat_events.epoch", "=", "sessions.epoch"),
    )
    .leftJoin("handoffs", "handoffs.session_id", "sessions.id")
    .select([
      sql.lit<WaitingChat["state"]>("missed").as("state"),
      "sessions.id",
      "agent_id",
      "held_since",
      "noted_at",
    ])
    .select(["pushed_at", "sessions.held_since as returned_at"])
    .where("noted_at", ">=", missedSince)
    .where("holder", "=", "agent")
    .where("type", "=", "nobody")
    // Nobody needs to answer what was marked as done since.
    .where((row) => row.or([row("done_at", "is", null), row("done_at", "<", row.ref("held_since"))]))
    .orderBy("noted_at")
    .limit(maxChats);
  return database
    .selectFrom(waiting.as("waiting"))
    .selectAll()
    .unionAll(database.selectFrom(addresses.as("addresses")).selectAll())
    .unionAll(database.selectFrom(missed.as("missed")).selectAll())
    .execute();
}

type WaitingRow = Awaited<ReturnType<typeof findWaiting>>[number];

const sinceOf = ({ held_since }: WaitingRow) => held_since ?? 0;

function waitingChat(row: WaitingRow, now: number): WaitingChat {
  return {
    sessionId: row.id,
    agentId: row.agent_id,
    since: sinceOf(row),
    state: row.state,
    // An address that was left while somebody waited in the chat waits by email since nobody came.
    stateSince: Math.max(sinceOf(row), row.returned_at ?? 0),
    // One that waits again was recorded a moment ago.
    notedAt: Math.max(row.noted_at ?? now, row.state === "missed" ? 0 : sinceOf(row)),
    pushedAt: row.pushed_at,
  };
}
