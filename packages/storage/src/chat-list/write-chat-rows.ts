import type { Kysely } from "kysely";
import type { ChatRow } from "../schema/rows/chat-list.ts";
import type { Tables } from "../schema/tables.ts";
import { hourOf } from "../usage/usage-counts.ts";
import type { Amount } from "../usage/write-counts.ts";
import type { NewChatRow } from "./read-chat-rows.ts";

type Counted = Pick<NewChatRow, "agent_id" | "key_id" | "started_at" | "counted">;

/**
 * Writes rows of chats, each with the next revision, and new ones with a number.
 *
 * @param known the rows that chats have so far, by id
 * @returns the numbers of the chats, and the additions to the counts of usage: what each chat counts now, less what it
 *   counted before
 */
export async function writeChatRows(
  transaction: Kysely<Tables>,
  chats: readonly NewChatRow[],
  known: ReadonlyMap<string, ChatRow>,
): Promise<{ readonly numbers: ReadonlyMap<string, number>; readonly amounts: readonly Amount[] }> {
  if (chats.length === 0) return { numbers: new Map(), amounts: [] };
  const before = chats.flatMap(({ id }) => known.get(id) ?? []);
  const firstRevision = await takeNumbers(transaction, "revision", chats.length);
  const firstNumber = await takeNumbers(transaction, "number", chats.length - before.length);
  const numbers = new Map(before.map(({ id, number }) => [id, number]));
  for (const { id } of chats)
    if (!numbers.has(id)) numbers.set(id, firstNumber + numbers.size - before.length);
  const rows = chats.map((chat, index) =>
    Object.assign(chat, { number: numbers.get(chat.id) ?? 0, revision: firstRevision + index }),
  );
  await transaction
    .insertInto("chats")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        key_id: row.ref("excluded.key_id"),
        last_at: row.ref("excluded.last_at"),
        messages: row.ref("excluded.messages"),
        first: row.ref("excluded.first"),
        last: row.ref("excluded.last"),
        holder: row.ref("excluded.holder"),
        outcome: row.ref("excluded.outcome"),
        rating: row.ref("excluded.rating"),
        marks: row.ref("excluded.marks"),
        language: row.ref("excluded.language"),
        versions: row.ref("excluded.versions"),
        user_id: row.ref("excluded.user_id"),
        user_name: row.ref("excluded.user_name"),
        tally: row.ref("excluded.tally"),
        counted: row.ref("excluded.counted"),
        revision: row.ref("excluded.revision"),
        operator_id: row.ref("excluded.operator_id"),
        operator_name: row.ref("excluded.operator_name"),
        epoch: row.ref("excluded.epoch"),
        handoff: row.ref("excluded.handoff"),
        address_since: row.ref("excluded.address_since"),
      })),
    )
    .execute();
  const amounts = [before.map((row) => amountsOf(row, -1)), chats.map((row) => amountsOf(row, 1))];
  return { numbers, amounts: amounts.flat(2) };
}

/** A chat counts in the hour in which it began. */
function amountsOf({ agent_id, key_id, started_at, counted }: Counted, sign: 1 | -1): readonly Amount[] {
  const counts: Readonly<Record<string, number>> = JSON.parse(counted);
  return Object.entries(counts).map(([name, amount]) => ({
    hour: hourOf(started_at),
    agent_id,
    key_id: key_id ?? "",
    name,
    amount: sign * amount,
  }));
}

/** Numbers are never given out again, not even those of chats that were erased. @returns the first of this many new ones */
async function takeNumbers(transaction: Kysely<Tables>, name: string, count: number): Promise<number> {
  const taken = await readCounter(transaction, name);
  if (count === 0) return taken;
  const value = String(taken + count);
  await transaction
    .insertInto("chat_counters")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return taken + 1;
}

async function readCounter(database: Kysely<Tables>, name: string): Promise<number> {
  const row = await database
    .selectFrom("chat_counters")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** The revision that was given out last; 0 before the first. */
export function newestRevision(database: Kysely<Tables>): Promise<number> {
  return readCounter(database, "revision");
}
