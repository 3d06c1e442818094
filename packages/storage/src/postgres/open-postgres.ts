import { Kysely } from "kysely";
import { performance } from "node:perf_hooks";
import { createAgentStore } from "../agents.ts";
import { createBudgetStore } from "../budgets.ts";
import { createConversationStore } from "../conversations.ts";
import { createFeedbackStore } from "../feedback.ts";
import { createFileStore } from "../files.ts";
import { createKeyStore } from "../keys.ts";
import { createCrawlStore } from "../crawls.ts";
import { createKnowledgeStore } from "../knowledge.ts";
import { createNoteStore } from "../notes.ts";
import type { Storage } from "../storage.ts";
import type { Tables } from "../tables.ts";
import { createAddFile } from "./add-file.ts";
import { createUsageStore } from "../usage.ts";
import { createVectorStore } from "../vectors.ts";
import { createConnections } from "./connections.ts";
import { createDialect } from "./dialect.ts";
import { createHotStatements } from "./hot-statements.ts";
import { long, short } from "./patience.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { createChange, createRevision, readRevision } from "./revision.ts";
import { createMaintenance } from "./maintenance.ts";
import { createNeighbours } from "./neighbours.ts";
import { createDropIndexes, createOptimizeVectors } from "./optimize-vectors.ts";
import { createOptimizeWords } from "./optimize-words.ts";
import { createSearch } from "./search-passages.ts";
import { nearValue, type VectorExtension } from "./vector-extension.ts";
import { createWordStatistics } from "./word-statistics.ts";

/**
 * Opens a PostgreSQL database, version 15 or newer, and brings it up to date. Any number of nodes may have it open at
 * once. A database that is gone or stalled makes every method fail within two seconds; once it is back, all goes on.
 *
 * @param schema where the tables lie, such as `servicechat`; created when it is not there. Absent: the database's own
 * @param mayCreate `false`: a database without any table of the service is refused rather than set up
 * @throws StorageUnavailable when the database cannot be reached
 * @throws Error when the address is wrong or PostgreSQL is too old
 *
 * @example
 * await using storage = await openPostgres({ url: "postgres://chat:secret@db.internal/chat" });
 */
export async function openPostgres({
  url,
  schema,
  mayCreate = true,
}: {
  readonly url: string;
  readonly schema?: string;
  readonly mayCreate?: boolean;
}): Promise<Storage> {
  const connections = createConnections({ url, schema });
  let extension: VectorExtension;
  try {
    extension = await prepareDatabase({ connections, schema, mayCreate });
  } catch (error) {
    await connections.close();
    throw error;
  }
  const database = new Kysely<Tables>({ dialect: createDialect({ connections, patience: short }) });
  const patient = new Kysely<Tables>({ dialect: createDialect({ connections, patience: long }) });
  const revision = createRevision({
    readValue: () => readRevision(connections),
    now: () => performance.now(),
  });
  const maintenance = createMaintenance({ url, schema });
  const statisticsOf = createWordStatistics({ database, now: () => performance.now() });
  const { schema: vectorSchema } = extension;
  const near =
    vectorSchema === undefined ? undefined : (vector: Float32Array) => nearValue(vectorSchema, vector);
  const dropIndexes = createDropIndexes({ maintenance, extension });
  const close = () => {
    maintenance.close();
    return connections.close();
  };
  const hot = createHotStatements({ connections });
  // What was deleted lies in PostgreSQL's files until it has vacuumed them; that is its operator's to say when.
  const removeTraces = async () => {};

  return {
    agents: createAgentStore({
      database,
      change: createChange({ database: patient, revision }),
      removeTraces: dropIndexes,
    }),
    keys: createKeyStore({ database, findKey: hot.findKey, change: createChange({ database, revision }) }),
    conversations: createConversationStore({ database, hot, removeTraces, removeOldTraces: removeTraces }),
    budgets: createBudgetStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
    files: createFileStore({ database, add: createAddFile({ patient }) }),
    knowledge: createKnowledgeStore({
      database,
      patient,
      search: createSearch({ database, statisticsOf }),
      optimize: createOptimizeWords({ maintenance }),
      near,
    }),
    crawls: createCrawlStore({ database, patient }),
    vectors: createVectorStore({
      database,
      patient,
      near,
      neighbours: createNeighbours({ database, extension }),
      optimize: createOptimizeVectors({ maintenance, extension }),
      afterRemoval: dropIndexes,
    }),
    advice: extension.advice,
    notes: createNoteStore({ database }),
    async revision() {
      connections.assertOpen();
      return revision.read();
    },
    async ping() {
      await connections.query({ text: "select 1" });
    },
    async backup() {
      throw new Error("PostgreSQL is backed up with its own tool: see pg_dump.");
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
