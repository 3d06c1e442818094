import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { noteGapQuestions } from "../gaps/note-gap-questions.ts";
import type { Tables } from "../schema/tables.ts";
import type { ChatChangeRow } from "./chat-index-tables.ts";
import { addAmounts } from "../usage/add-amounts.ts";
import { createAddressBackfill, createChatBackfill, createFactsBackfill } from "./backfill.ts";
import type { DigestDependencies } from "./digest-dependencies.ts";
import { settledMs } from "./outcome.ts";
import { readChats } from "./read-chat-rows.ts";
import { writeChatRows } from "./write-chat-rows.ts";
import { noteOtherBlocks, writeChatTexts } from "./write-chat-texts.ts";

/** Changes taken at once: few enough that a visitor's message waits only milliseconds behind them. */
const batch = 5;

/**
 * The maximum number of batches per call: if somebody waits for news or for one chat, and if nobody does. The rest is
 * for the next.
 */
const maxBatches = { waitedFor: 100, oneChat: 10, unwaited: 4 };

/** Brings what operators list and search up to date. Each resolves to whether there may be more to do. */
export interface CatchUp {
  /** Includes recent messages. Everything committed before the call is in it, unless there was very much of it. */
  withChanges(): Promise<boolean>;
  /** Includes one chat's messages, whatever others still need: people who take it wait for this. */
  withChat(id: string): Promise<boolean>;
  /** The same, and with what an earlier version of the service left. */
  withAll(): Promise<boolean>;
}

/**
 * Brings the rows and words of chats up to date with what was said in them. Every reply that begins, ends or is rated
 * has left a row in `chat_changes`, in the transaction of that change; here the changed chats are read again.
 */
export function createCatchUp(dependencies: DigestDependencies): CatchUp {
  const { database, beginDigest, keepSessions, now } = dependencies;
  const backfills = [
    createChatBackfill(dependencies),
    createAddressBackfill(dependencies),
    createFactsBackfill(dependencies),
  ];

  /** @param of Only changes of this chat. @returns whether there were changes to take */
  function digest(of?: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const changes = await transaction
        .selectFrom("chat_changes")
        .selectAll()
        .$if(of !== undefined, (some) => some.where("session_id", "=", of ?? ""))
        .orderBy("id")
        .limit(batch)
        .execute();
      const there = await keepSessions(transaction, [...new Set(changes.map((change) => change.session_id))]);
      const taken = changes.filter((change) => there.has(change.session_id));
      if (taken.length > 0) await take(transaction, taken, now());
      return taken.length > 0;
    });
  }

  /** Inactive chats get another outcome than before. @returns whether there were any */
  function settle(of?: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const settled = await findSettled(transaction, now(), of);
      if (settled.length === 0) return false;
      await transaction
        .insertInto("chat_changes")
        .columns(["session_id", "turn"])
        .expression((from) =>
          from
            .selectFrom("sessions")
            .select(["id", sql.lit(0).as("turn")])
            .where("id", "in", settled),
        )
        .execute();
      return true;
    });
  }

  async function isAnythingNew(of?: string): Promise<boolean> {
    const changed = await database
      .selectFrom("chat_changes")
      .select("id")
      .$if(of !== undefined, (some) => some.where("session_id", "=", of ?? ""))
      .limit(1)
      .execute();
    return changed.length > 0 || ((await findSettled(database, now(), of)).length > 0 && settle(of));
  }

  const takeChanges = async (of?: string) => (await isAnythingNew(of)) && digest(of);

  async function takeAnything(): Promise<boolean> {
    if (await takeChanges()) return true;
    for (const backfill of backfills) if (await backfill()) return true;
    return false;
  }

  async function run(step: () => Promise<boolean>, max: number): Promise<boolean> {
    for (let left = max; left > 0; left--) {
      if (!(await step())) return false;
      await setImmediate();
    }
    return true;
  }

  /** A request during a run may not be included in it: another run begins then, for all who wait. */
  function shared(step: () => Promise<boolean>, max: number): () => Promise<boolean> {
    let running: Promise<boolean> | undefined;
    let next: Promise<boolean> | undefined;
    return () => {
      next ??= (running ?? Promise.resolve(false))
        .catch(() => false)
        .then(() => {
          running = next;
          next = undefined;
          return run(step, max).finally(() => (running = undefined));
        });
      return next;
    };
  }

  return {
    withChanges: shared(() => takeChanges(), maxBatches.waitedFor),
    withChat: (id) => run(() => takeChanges(id), maxBatches.oneChat),
    withAll: shared(takeAnything, maxBatches.unwaited),
  };
}

async function take(
  transaction: Kysely<Tables>,
  changes: readonly {
    readonly [Column in keyof ChatChangeRow]: ChatChangeRow[Column] extends string ? string : number;
  }[],
  now: number,
): Promise<void> {
  const ids = [...new Set(changes.map((change) => change.session_id))];
  const chats = await readChats(transaction, ids, now);
  await noteOtherBlocks(transaction, chats);
  const { numbers, amounts } = await writeChatRows(transaction, chats);
  await writeChatTexts(transaction, changes, numbers);
  await noteGapQuestions(transaction, changes);
  await addAmounts(transaction, amounts);
  const taken = changes.map(({ id }) => id);
  await transaction.deleteFrom("chat_changes").where("id", "in", taken).execute();
}

/** Open chats in which no reply runs, and nothing has happened for long. */
async function findSettled(
  database: Kysely<Tables>,
  now: number,
  of: string | undefined,
): Promise<readonly string[]> {
  const chats = await database
    .selectFrom("chats")
    .select("id")
    .$if(of !== undefined, (some) => some.where("id", "=", of ?? ""))
    .where("outcome", "=", sql.lit("open"))
    .where("last_at", "<=", now - settledMs)
    .where((chat) =>
      chat.not(
        chat.exists(
          chat
            .selectFrom("replies")
            .select("replies.id")
            .whereRef("replies.session_id", "=", "chats.id")
            .where("replies.status", "=", sql.lit("streaming")),
        ),
      ),
    )
    .limit(batch)
    .execute();
  return chats.map(({ id }) => id);
}
