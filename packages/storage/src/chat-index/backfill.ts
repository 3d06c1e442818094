import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { addAmounts } from "../usage/add-amounts.ts";
import type { DigestDependencies } from "./digest-dependencies.ts";
import { hourOf, modelTokensName } from "../usage/usage-counts.ts";

/** Sessions and replies looked at in one step. */
const [sessionBatch, replyBatch] = [20, 100];

/** Where the way through the sessions is; `done` when it has ended. */
const counter = "backfill";
const done = "done";

/** A node of the last release may still write replies: they are looked for again after this many milliseconds. */
const pauseMs = 60_000;

/**
 * Lists chats from before this version, a few at each call, by noting them as changed. New messages in them are noted
 * anyway.
 *
 * @returns a function that does the next step, and returns whether there may be more
 */
export function createChatBackfill({
  database,
  beginDigest,
}: Omit<DigestDependencies, "keepSessions">): () => Promise<boolean> {
  let isDone = false;

  async function step(transaction: Kysely<Tables>): Promise<boolean> {
    await beginDigest(transaction);
    const row = await transaction
      .selectFrom("chat_counters")
      .select("value")
      .where("name", "=", counter)
      .executeTakeFirst();
    isDone = row?.value === done;
    if (isDone) return false;
    const sessions = await transaction
      .selectFrom("sessions")
      .select("id")
      .where("id", ">", row?.value ?? "")
      .orderBy("id")
      .limit(sessionBatch)
      .execute();
    const last = sessions.at(-1)?.id;
    if (last !== undefined)
      await transaction
        .insertInto("chat_changes")
        .columns(["session_id", "turn"])
        .expression((from) =>
          from
            .selectFrom("sessions")
            .leftJoin("chats", "chats.id", "sessions.id")
            .select(["sessions.id", sql.lit(1).as("turn")])
            .where("sessions.id", ">", row?.value ?? "")
            .where("sessions.id", "<=", last)
            .where("sessions.turns", ">", 0)
            .where("chats.id", "is", null),
        )
        .execute();
    const value = last ?? done;
    await transaction
      .insertInto("chat_counters")
      .values({ name: counter, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    return true;
  }

  return async () => !isDone && database.transaction().execute(step);
}

/**
 * Lists again the chats with an address that an earlier version of the service has written, a few at each call: it knew
 * nothing of visitors who wait for an answer. @returns whether there may be more
 */
export function createAddressBackfill({
  database,
  beginDigest,
  now,
}: Omit<DigestDependencies, "keepSessions">): () => Promise<boolean> {
  let lookedAt = -Infinity;

  const find = (from: Kysely<Tables>) =>
    from
      .selectFrom("handoffs")
      .innerJoin("chats", "chats.id", "handoffs.session_id")
      .select("chats.id")
      .where("email", "is not", null)
      .where("address_since", "is", null)
      .limit(sessionBatch)
      .execute();

  return async () => {
    if (now() - lookedAt < pauseMs) return false;
    if ((await find(database)).length === 0) {
      lookedAt = now();
      return false;
    }
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const found = await find(transaction);
      if (found.length > 0)
        await transaction
          .insertInto("chat_changes")
          .values(found.map(({ id }) => ({ session_id: id, turn: 0 })))
          .execute();
      return true;
    });
  };
}

/** Counts replies that an earlier version of the service wrote. @returns whether there may be more */
export function createFactsBackfill({
  database,
  beginDigest,
  now,
}: Omit<DigestDependencies, "keepSessions">): () => Promise<boolean> {
  let lookedAt = -Infinity;
  const uncounted = () =>
    database.selectFrom("reply_facts").select("id").where("counted", "=", sql.lit(0)).limit(1).execute();

  return async () => {
    if (now() - lookedAt < pauseMs) return false;
    if ((await uncounted()).length === 0) {
      lookedAt = now();
      return false;
    }
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const facts = await transaction
        .updateTable("reply_facts")
        .set({ counted: 1 })
        .where("id", "in", (query) =>
          query
            .selectFrom("reply_facts")
            .select("id")
            .where("counted", "=", sql.lit(0))
            .orderBy("id")
            .limit(replyBatch),
        )
        .returning(["reply_id", "agent_id", "key_id", "model", "asked_at", "tokens_in", "tokens_out"])
        .execute();
      const turns = await readTurns(
        transaction,
        facts.flatMap(({ reply_id }) => reply_id ?? []),
      );
      const amounts = facts.flatMap((fact) => {
        const { agent_id, key_id } = fact;
        const place = { hour: hourOf(fact.asked_at), agent_id, key_id };
        const turn = fact.reply_id === null ? undefined : turns.get(fact.reply_id);
        return [
          { ...place, name: "messages.agent", amount: 1 },
          { ...place, name: "messages.visitor", amount: Number(turn?.messages ?? 1) },
          { ...place, name: "chats", amount: turn?.turn === 1 ? 1 : 0 },
          { ...place, name: "tokens.in", amount: fact.tokens_in },
          { ...place, name: "tokens.out", amount: fact.tokens_out },
          { ...place, name: modelTokensName("in", fact.model), amount: fact.tokens_in },
          { ...place, name: modelTokensName("out", fact.model), amount: fact.tokens_out },
        ];
      });
      await addAmounts(transaction, amounts);
      return true;
    });
  };
}

async function readTurns(database: Kysely<Tables>, replyIds: readonly string[]) {
  if (replyIds.length === 0) return new Map<string, never>();
  const rows = await database
    .selectFrom("replies")
    .select(["id", "turn"])
    .select((reply) =>
      reply
        .selectFrom("messages")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("messages.session_id", "=", "replies.session_id")
        .whereRef("messages.turn", "=", "replies.turn")
        .as("messages"),
    )
    .where("id", "in", replyIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
