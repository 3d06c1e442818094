import { setImmediate } from "node:timers/promises";
import { sql, type Expression, type Kysely } from "kysely";
import { recordGapQuestions } from "../gaps/gap-questions.ts";
import type { Tables } from "../schema/tables.ts";
import { addAmounts, countReplies, selectUncounted } from "../usage/write-counts.ts";
import { settledMs } from "./outcome.ts";
import { readChangedTurns, writeTurnFacts, type RecordedChange } from "./read-changed-turns.ts";
import { readChats } from "./read-chat-rows.ts";
import { writeChatRows } from "./write-chat-rows.ts";
import { writeChatTexts } from "./write-chat-texts.ts";

/** The parts in which the two databases differ when the lists of chats are updated. */
export interface DigestDependencies {
  /** Its transactions need not wait for the disk: whatever is lost with one is made again. */
  readonly database: Kysely<Tables>;
  /** Locks out other digests until the transaction ends, so that revisions become visible in order. */
  readonly beginDigest: (transaction: Kysely<Tables>) => Promise<void>;
  /** Which of these sessions exist; they cannot be erased until the transaction ends. Does not wait for locks. */
  readonly lockSessions: (
    transaction: Kysely<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Ids of some facts of replies that no count contains yet, locked until the transaction ends. Does not wait for locks. */
  readonly lockUncounted: (transaction: Kysely<Tables>, limit: number) => Promise<readonly number[]>;
  /** A small part of the work that the index of words has put off. Resolves to whether there may be more. */
  readonly mergeWords: () => Promise<boolean>;
  /** Changes taken in one transaction: few enough that a visitor's message waits only milliseconds behind them. */
  readonly batch: number;
  readonly now: () => number;
}

/**
 * The maximum number of changes per call: if a request waits for news or for one chat, and if none does. The rest is
 * for the next.
 */
const maxChanges = { waitedFor: 500, oneChat: 50, unwaited: 20 };

/** Steps of merging words after each batch. */
const mergesOfBatch = 2;

/** Chats whose outcome is looked at again, in one transaction. */
const settleBatch = 5;

/** Brings what operators list and search up to date. Each resolves to whether there may be more to do. */
export interface CatchUp {
  /** Includes recent messages. Everything committed before the call is in it, unless there was very much of it. */
  withChanges(): Promise<boolean>;
  /** Includes one chat's messages, whatever others still need: people who take it wait for this. */
  withChat(id: string): Promise<boolean>;
  /**
   * The next few changes, when no request waits for them: turns whose reply has ended, so that each is read and written
   * once.
   */
  withSome(): Promise<boolean>;
}

/**
 * Brings the rows and words of chats up to date with what was said in them. Every reply that begins, ends or is rated
 * has left a row in `chat_changes`, in the transaction of that change. Here only the turns that have changed are read,
 * each as it is now, and their chats' rows changed by the difference.
 */
export function createCatchUp(dependencies: DigestDependencies): CatchUp {
  const { database, beginDigest, lockSessions, lockUncounted, mergeWords, batch, now } = dependencies;
  /** Whether words were added since all of them were merged. */
  let mayMerge = false;

  /** @returns whether there were changes to take */
  function digest(which: Which): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const changes = await selectChanges(transaction, which)
        .selectAll()
        .orderBy("id")
        .limit(batch)
        .execute();
      const there = await lockSessions(transaction, [...new Set(changes.map((change) => change.session_id))]);
      const taken = changes.filter((change) => there.has(change.session_id));
      const counted = await countReplies(transaction, await lockUncounted(transaction, batch));
      const listed = taken.length > 0 ? await listChanges(transaction, taken, now()) : [];
      await addAmounts(transaction, [...counted, ...listed]);
      return taken.length + counted.length > 0;
    });
  }

  /** Inactive chats get another outcome than before. @returns whether there were any */
  function settle(of?: string): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      await beginDigest(transaction);
      const chats = await selectSettled(transaction, now(), of).execute();
      const settled = chats.map(({ id }) => id);
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

  /** One statement, since every node asks every second. */
  async function isAnythingNew(which: Which): Promise<boolean> {
    const { of } = which;
    const changes = selectChanges(database, which).select("id");
    const { changed, settled, uncounted } = await database
      .selectNoFrom([
        hasAny(changes).as("changed"),
        hasAny(selectSettled(database, now(), of)).as("settled"),
        // Their chats may be erased already.
        hasAny(selectUncounted(database, 1)).as("uncounted"),
      ])
      .executeTakeFirstOrThrow();
    if (changed === 1) return true;
    if (settled === 1 && (await settle(of))) return true;
    return of === undefined && uncounted === 1;
  }

  async function run(max: number, of?: string): Promise<boolean> {
    const which = { of, isWaitedFor: max !== maxChanges.unwaited };
    for (let left = max; left > 0; left -= batch) {
      const isCurrent = !((await isAnythingNew(which)) && (await digest(which)));
      if (isCurrent && (which.isWaitedFor || !mayMerge)) return false;
      await setImmediate();
      // About what the batch has added, so that hardly more is put off; the rest when no request waits.
      mayMerge = !isCurrent;
      for (let step = 0; step < mergesOfBatch && (await mergeWords()); step++) {
        mayMerge = true;
        await setImmediate();
      }
      if (isCurrent) return mayMerge;
    }
    return true;
  }

  /** A request during a run may not be included in it: another run begins then, for all who wait. */
  function shared(max: number): () => Promise<boolean> {
    let running: Promise<boolean> | undefined;
    let next: Promise<boolean> | undefined;
    return () => {
      next ??= (running ?? Promise.resolve(false))
        .catch(() => false)
        .then(() => {
          running = next;
          next = undefined;
          return run(max).finally(() => (running = undefined));
        });
      return next;
    };
  }

  return {
    withChanges: shared(maxChanges.waitedFor),
    withChat: (id) => run(maxChanges.oneChat, id),
    withSome: shared(maxChanges.unwaited),
  };
}

/** Which changes are taken. */
interface Which {
  /** Those of this chat only. */
  readonly of: string | undefined;
  /** Otherwise, turns that are still being answered are left for later: they change again when their reply ends. */
  readonly isWaitedFor: boolean;
}

function selectChanges(database: Kysely<Tables>, { of, isWaitedFor }: Which) {
  return database
    .selectFrom("chat_changes")
    .$if(of !== undefined, (some) => some.where("session_id", "=", of ?? ""))
    .$if(!isWaitedFor, (some) =>
      some.where((change) =>
        change.not(
          change.exists(
            change
              .selectFrom("replies")
              .select("replies.id")
              .whereRef("replies.session_id", "=", "chat_changes.session_id")
              .whereRef("replies.turn", "=", "chat_changes.turn")
              .where("replies.status", "=", sql.lit("streaming")),
          ),
        ),
      ),
    );
}

/** Writes what operators list and search of these changes. @returns the additions to the counts of usage */
async function listChanges(transaction: Kysely<Tables>, changes: readonly RecordedChange[], now: number) {
  const ids = [...new Set(changes.map((change) => change.session_id))];
  const turns = await readChangedTurns(transaction, changes);
  await writeTurnFacts(transaction, turns);
  const rows = await transaction.selectFrom("chats").selectAll().where("id", "in", ids).execute();
  const before = new Map(rows.map((row) => [row.id, row]));
  const chats = await readChats(transaction, { ids, turns, before, now });
  const { numbers, amounts } = await writeChatRows(transaction, chats, before);
  await writeChatTexts(transaction, turns, numbers);
  await recordGapQuestions(transaction, changes);
  const taken = changes.map(({ id }) => id);
  await transaction.deleteFrom("chat_changes").where("id", "in", taken).execute();
  return amounts;
}

/** 1 or 0, since one database has no truth values. */
const hasAny = (rows: Expression<unknown>) =>
  sql<number>`case when exists ${rows} then ${sql.lit(1)} else ${sql.lit(0)} end`;

/** Open chats in which no reply runs, and nothing has happened for long. */
function selectSettled(database: Kysely<Tables>, now: number, of: string | undefined) {
  return database
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
    .limit(settleBatch);
}
