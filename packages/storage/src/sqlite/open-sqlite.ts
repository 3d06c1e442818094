import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely } from "kysely";
import { createAgentStore } from "../agents/agents.ts";
import { createCatchUp } from "../chat-list/catch-up.ts";
import { createConversationStore } from "../chats/conversations.ts";
import { createFileStore } from "../chats/files.ts";
import type { LockSession } from "../holders/write-move.ts";
import { createCrawlStore } from "../knowledge/crawls.ts";
import { createKnowledgeStore } from "../knowledge/knowledge.ts";
import { createUploadedDocumentStore } from "../knowledge/uploaded-documents.ts";
import { createVectorStore } from "../knowledge/vectors.ts";
import { createWordingStore } from "../knowledge/wordings.ts";
import { createSharedStores } from "../shared-stores.ts";
import { migrate } from "../schema/migrate.ts";
import type { Tables } from "../schema/tables.ts";
import type { Storage } from "../storage.ts";
import { createAddFile } from "./add-file.ts";
import { backupDatabase } from "./backup-database.ts";
import { createDigestDependencies, matchTerm } from "./chat-list.ts";
import { mergeAllWords, mergeWords } from "./merge-words.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createConnectionQueue } from "./connection-queue.ts";
import { createDamageWatch } from "./damage-watch.ts";
import { createDialect } from "./dialect.ts";
import { examineBeforeOpening } from "./examine-before-opening.ts";
import { createExclusive } from "./exclusive.ts";
import { createHotStatements } from "./hot-statements.ts";
import { createLogSync } from "./log-sync.ts";
import { openConnection, type Connection } from "./open-connection.ts";
import { createReader } from "./reader.ts";
import { createChange, createRevision } from "./revision.ts";
import { sqliteMigrations } from "./schema.ts";
import { createFrequencies, createHaving, createSearch } from "./search-passages.ts";
import { namingFailure } from "./storage-failure.ts";
import { createLogEmptier, createWalResidue } from "./write-ahead-log.ts";

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
  // Before this process writes into it.
  const mayRemain = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  try {
    const bare = new Kysely<Tables>({ dialect: createDialect({ connection, queue, wait }) });
    await migrate(bare, sqliteMigrations, { mayCreate });
  } catch (error) {
    connection.close();
    throw error;
  }
  // From now on no commit waits for the disk on the event loop: whoever needs it waits for a sync by a thread.
  connection.execute("pragma synchronous = normal");
  const log = createLogSync({ file, emptyLog: () => emptyLog() });
  const checkpoints = createCheckpoints({ file, connection });
  const afterCommit = () => {
    checkpoints.note();
    return log.sync();
  };
  const database = new Kysely<Tables>({ dialect: createDialect({ connection, queue, wait, afterCommit }) });
  const exclusive = createExclusive({ connection, queue, log, checkpoints });
  const hot = createHotStatements({ connection, exclusive });
  const emptyLog = createLogEmptier({ checkpoints, queue, wait });
  const { remove: removeResidue, removeOld: removeOldResidue } = createWalResidue({ emptyLog, mayRemain });
  const revision = createRevision({ connection });
  const change = createChange({ database, revision });
  const damage = createDamageWatch({ file });
  const reader = createReader({ file, onDamage: () => damage.note() });
  const background = new Kysely<Tables>({
    dialect: createDialect({ connection, queue, wait, afterCommit: async () => checkpoints.note() }),
  });
  const catchUp = createCatchUp(createDigestDependencies({ database: background }));
  // Waits in the queue like every statement: what was begun before is finished first.
  const close = async () => {
    await damage.close();
    await reader.close();
    await exclusive.finish();
    // Before the connection, which takes the log with it.
    await exclusive.alone(() => undefined);
    await log.settle();
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
    conversations: createConversationStore({ database, background, hot, removeResidue, removeOldResidue }),
    ...createSharedStores({
      database,
      reader: reader.database,
      lockSession,
      change,
      removeResidue,
      findKey: hot.findKey,
      catchUp,
      matchTerm,
    }),
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
    uploadedDocuments: createUploadedDocumentStore({
      database,
      background: background,
      patient: database,
      mergeWords: () => mergeWords(background, "passage_index"),
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
    revision: () => revision.read(),
    async ping() {
      await database.selectFrom("agents").select("id").limit(1).execute();
    },
    backup: (target) => backupDatabase({ source: file, target }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
