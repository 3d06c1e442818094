import { Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import { createAgentStore } from "../agents.ts";
import { createBudgetStore } from "../budgets.ts";
import { createConversationStore } from "../conversations.ts";
import { createFeedbackStore } from "../feedback.ts";
import { createFileStore } from "../files.ts";
import { createKeyStore } from "../keys.ts";
import { createCrawlStore } from "../crawls.ts";
import { createKnowledgeStore } from "../knowledge.ts";
import { migrate } from "../migrate.ts";
import { createNoteStore } from "../notes.ts";
import type { Storage } from "../storage.ts";
import type { Tables } from "../tables.ts";
import { createAddFile } from "./add-file.ts";
import { createUsageStore } from "../usage.ts";
import { createVectorStore } from "../vectors.ts";
import { backupDatabase } from "./backup-database.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createDialect } from "./dialect.ts";
import { createExclusive } from "./exclusive.ts";
import { createHotStatements } from "./hot-statements.ts";
import { createLine } from "./line.ts";
import { createLogSync } from "./log-sync.ts";
import { sqliteMigrations } from "./migrations/index.ts";
import { openConnection, type Connection } from "./open-connection.ts";
import { createLogEmptier } from "./empty-log.ts";
import { createChange, createRevision } from "./revision.ts";
import { createSearch } from "./search-passages.ts";
import { createTraces } from "./traces.ts";

/**
 * Opens the database in a file, creates it when it is not there, and brings it up to date. Several processes may
 * have it open at once: writes wait for each other, at most five seconds.
 *
 * @param mayCreate `false`: an empty file is refused rather than set up; the caller has seen that there is one
 * @throws StorageUnavailable when the file cannot be opened or written
 * @throws DatabaseUnfit when this version cannot work with it
 *
 * @example
 * await using storage = await openSqlite({ file: "./data/servicechat.db" });
 */
export async function openSqlite({
  file,
  mayCreate = true,
}: {
  readonly file: string;
  readonly mayCreate?: boolean;
}): Promise<Storage> {
  const wait = setTimeout;
  return createSqliteStorage({ file, connection: await openConnection({ file, wait }), wait, mayCreate });
}

interface Parts {
  readonly file: string;
  readonly connection: Connection;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly mayCreate?: boolean;
}

/** Storage over a connection that is open already; closing the storage closes it. */
export async function createSqliteStorage({
  file,
  connection,
  wait,
  mayCreate = true,
}: Parts): Promise<Storage> {
  const line = createLine();
  const database = new Kysely<Tables>({ dialect: createDialect({ connection, line }) });
  try {
    await migrate(database, sqliteMigrations, { mayCreate });
  } catch (error) {
    connection.close();
    throw error;
  }
  const log = createLogSync({ file, emptyLog: () => emptyLog() });
  const checkpoints = createCheckpoints({ file, connection });
  const exclusive = createExclusive({ connection, line, log, checkpoints });
  const hot = createHotStatements({ connection, exclusive });
  const emptyLog = createLogEmptier({ connection, exclusive, wait });
  const { remove: removeTraces, removeOld: removeOldTraces } = createTraces({ emptyLog });
  const revision = createRevision({ connection });
  const change = createChange({ database, revision });
  // Stands in line like every statement: what was begun before is finished first.
  const close = async () => {
    await exclusive.finish();
    await checkpoints.stop();
    await exclusive.alone(() => connection.close());
    await log.close();
  };

  return {
    agents: createAgentStore({ database, change, removeTraces }),
    keys: createKeyStore({ database, findKey: hot.findKey, change }),
    conversations: createConversationStore({ database, hot, removeTraces, removeOldTraces }),
    budgets: createBudgetStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
    files: createFileStore({ database, add: createAddFile({ connection, exclusive, checkpoints }) }),
    knowledge: createKnowledgeStore({
      database,
      patient: database,
      search: createSearch({ database }),
      // Its index needs nothing.
      optimize: async () => {},
    }),
    crawls: createCrawlStore({ database, patient: database }),
    vectors: createVectorStore({
      database,
      patient: database,
      neighbours: async () => undefined,
      optimize: async () => {},
    }),
    advice: [],
    notes: createNoteStore({ database }),
    revision: async () => revision.read(),
    async ping() {
      await database.selectFrom("agents").select("id").limit(1).execute();
    },
    backup: (target) => backupDatabase({ source: file, target }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
