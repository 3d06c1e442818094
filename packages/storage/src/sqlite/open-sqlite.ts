import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import { createAgentStore } from "../agents/agents.ts";
import { createBudgetStore } from "../budgets/budgets.ts";
import { createChatIndex } from "../chat-index/create-chat-index.ts";
import { createCatchUp } from "../chat-index/catch-up.ts";
import { createConversationStore } from "../conversations/conversations.ts";
import { createFeedbackStore } from "../feedback/feedback.ts";
import { createFileStore } from "../files/files.ts";
import { createGapStore } from "../gaps/create-gap-store.ts";
import { createHandoffStore } from "../handoffs/create-handoff-store.ts";
import type { LockSession } from "../handoffs/write-move.ts";
import { createKeyStore } from "../keys/keys.ts";
import { createCrawlStore } from "../crawls/crawls.ts";
import { createKnowledgeStore } from "../knowledge/knowledge.ts";
import { migrate } from "../schema/migrate.ts";
import { createKeyValueStore } from "../key-values/key-values.ts";
import { createPreviewStore } from "../previews/previews.ts";
import { createOperatorStores } from "../operators/create-operator-stores.ts";
import type { Storage } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";
import { createAddFile } from "./add-file.ts";
import { createRateRefusalStore } from "../rate-refusals/rate-refusals.ts";
import { createUsageStore } from "../usage/usage.ts";
import { createVectorStore } from "../knowledge/vectors.ts";
import { createWordingStore } from "../knowledge/wordings.ts";
import { backupDatabase } from "./backup-database.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createDamageWatch } from "./damage-watch.ts";
import { createDialect } from "./dialect.ts";
import { examineBeforeOpening } from "./examine-before-opening.ts";
import { createExclusive } from "./exclusive.ts";
import { createHotStatements } from "./hot-statements.ts";
import { createConnectionQueue } from "./connection-queue.ts";
import { createLogSync } from "./log-sync.ts";
import { mergeAllWords, mergeWords } from "./merge-words.ts";
import { sqliteMigrations } from "./schema/index.ts";
import { openConnection, type Connection } from "./open-connection.ts";
import { createLogEmptier } from "./empty-log.ts";
import { createChange, createRevision } from "./revision.ts";
import { createDigestDependencies, matchTerm } from "./chat-index.ts";
import { createReader } from "./reader.ts";
import { createHaving, createSearch } from "./search-passages.ts";
import { createFrequencies } from "./create-frequencies.ts";
import { namingFailure } from "./storage-failure.ts";
import { createWalResidue } from "./wal-residue.ts";

/**
 * Opens the database in a file, creates it when it is not there, and brings it up to date. Several processes may
 * have it open at once: writes wait for each other, at most five seconds.
 *
 * @param freeBytes what the disk has left, of which some is kept for messages when files come; asked of the system when left out
 * @param mayCreate `false`: an empty file is refused rather than set up; the caller has seen that there is one
 * @param isStart whether a service starts on it: then it is looked at for damage first, which may take a second or two
 * @throws StorageUnavailable when the file cannot be opened or written
 * @throws DatabaseUnfit when this version cannot work with it
 * @throws DatabaseFileRefused when it is damaged or another program's; nothing was written to any of its files
 *
 * @example
 * await using storage = await openSqlite({ file: "./data/servicechat.db" });
 */
export async function openSqlite({
  file,
  mayCreate = true,
  isStart = false,
  freeBytes = () => leftBeside(file),
}: {
  readonly file: string;
  readonly mayCreate?: boolean;
  readonly isStart?: boolean;
  readonly freeBytes?: () => Promise<number>;
}): Promise<Storage> {
  const wait = setTimeout;
  namingFailure(() => examineBeforeOpening(file, { isStart }));
  const connection = await openConnection({ file, wait });
  return createSqliteStorage({ file, connection, wait, mayCreate, freeBytes });
}

interface Dependencies {
  readonly file: string;
  readonly connection: Connection;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly mayCreate?: boolean;
  readonly freeBytes?: () => Promise<number>;
}

/** The free space of a file's disk for this process, in bytes. */
async function leftBeside(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}

/** Storage over a connection that is open already; closing the storage closes it. */
export async function createSqliteStorage({
  file,
  connection,
  wait,
  mayCreate = true,
  freeBytes = () => leftBeside(file),
}: Dependencies): Promise<Storage> {
  const queue = createConnectionQueue();
  const database = new Kysely<Tables>({ dialect: createDialect({ connection, queue, wait }) });
  // Before this process writes into it.
  const mayRemain = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  try {
    await migrate(database, sqliteMigrations, { mayCreate });
  } catch (error) {
    connection.close();
    throw error;
  }
  const log = createLogSync({ file, emptyLog: () => emptyLog() });
  const checkpoints = createCheckpoints({ file, connection });
  const exclusive = createExclusive({ connection, queue, log, checkpoints });
  const hot = createHotStatements({ connection, exclusive });
  const emptyLog = createLogEmptier({ checkpoints, queue, wait });
  const { remove: removeResidue, removeOld: removeOldResidue } = createWalResidue({ emptyLog, mayRemain });
  const revision = createRevision({ connection });
  const change = createChange({ database, revision });
  const damage = createDamageWatch({ file });
  const reader = createReader({ file, onDamage: () => damage.note() });
  const background = new Kysely<Tables>({
    dialect: createDialect({ connection, queue, wait, afterCommitAhead: () => checkpoints.note() }),
  });
  const catchUp = createCatchUp(createDigestDependencies({ database: background }));
  // Waits in the queue like every statement: what was begun before is finished first.
  const close = async () => {
    await damage.close();
    await reader.close();
    await exclusive.finish();
    await checkpoints.stop();
    await exclusive.alone(() => connection.close());
    await log.close();
  };

  // Its transactions are the only ones that write.
  const lockSession: LockSession = (transaction, id) =>
    transaction
      .selectFrom("sessions")
      .selectAll()
      .where("id", "=", id)
      .where("erased", "=", 0)
      .executeTakeFirst();

  return {
    agents: createAgentStore({ database, background, change, removeResidue }),
    keys: createKeyStore({ database, findKey: hot.findKey, change }),
    previews: createPreviewStore({ change }),
    conversations: createConversationStore({ database, background, hot, removeResidue, removeOldResidue }),
    chatIndex: createChatIndex({ reader: reader.database, catchUp, matchTerm }),
    ...createOperatorStores({ database, lockSession, reader: reader.database, change, removeResidue }),
    gaps: createGapStore({ database, reader: reader.database, catchUp }),
    handoffs: createHandoffStore({ database, lockSession }),
    budgets: createBudgetStore({ database }),
    rateRefusals: createRateRefusalStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
    files: createFileStore({
      database,
      add: createAddFile({ connection, exclusive, checkpoints, freeBytes }),
    }),
    knowledge: createKnowledgeStore({
      database,
      patient: database,
      search: createSearch({ database }),
      having: createHaving({ database }),
      frequencies: createFrequencies({ database }),
      mergeWords: () => mergeWords(background, "passage_index"),
      optimize: (_agent, signal) => mergeAllWords(background, "passage_index", signal),
    }),
    crawls: createCrawlStore({ database, patient: database }),
    vectors: createVectorStore({
      database,
      patient: database,
      neighbours: async () => undefined,
      optimize: async () => {},
    }),
    wordings: createWordingStore({
      database,
      patient: database,
      neighbours: async () => undefined,
      optimize: async () => {},
    }),
    damage: () => {
      if (connection.isDamaged) damage.note();
      return damage.reason();
    },
    examine: () => damage.examine(),
    advice: [],
    keyValues: createKeyValueStore({ database }),
    revision: () => revision.read(),
    async ping() {
      await database.selectFrom("agents").select("id").limit(1).execute();
    },
    backup: (target) => backupDatabase({ source: file, target }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
