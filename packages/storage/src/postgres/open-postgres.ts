import { performance } from "node:perf_hooks";
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
import type { Tables } from "../schema/tables.ts";
import type { Storage } from "../storage.ts";
import { createAddFile } from "./add-file.ts";
import { createDigestDependencies, matchTerm } from "./chat-list.ts";
import { createConnections, maxReadingConnections } from "./connections.ts";
import { createDialect } from "./dialect.ts";
import { createHotStatements } from "./hot-statements.ts";
import { createMaintenance } from "./maintenance.ts";
import { createNeighbours } from "./neighbours.ts";
import { createDropIndexes, createOptimizeVectors } from "./optimize-vectors.ts";
import { createOptimizeWords } from "./optimize-words.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { long, reading, short } from "./query-timeouts.ts";
import { createChange, createRevision, readRevision } from "./revision.ts";
import { createHaving, createSearch } from "./search-passages.ts";
import { nearValue, passageVectors, wordings, type VectorExtension } from "./vector-extension.ts";
import { createFrequencies } from "./word-query.ts";
import { createWordStatistics } from "./word-statistics.ts";

/**
 * Opens a PostgreSQL database, version 15 or newer, and brings it up to date. Any number of nodes may have it open at
 * once. A database that is gone or stalled makes every method that visitors wait for fail within two seconds; once it is
 * back, everything continues.
 *
 * @param schema the schema of the tables, such as `servicechat`; created if it does not exist. Absent: the database's
 *   own
 * @param mayCreate `false`: a database without any table of the service is refused instead of set up
 * @throws StorageUnavailable if the database cannot be reached
 * @throws Error if the address is wrong or PostgreSQL is too old
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
  const database = new Kysely<Tables>({ dialect: createDialect({ connections, timeouts: short }) });
  // What operators read takes no connection, and no time, from visitors.
  const readingConnections = createConnections({
    url,
    schema,
    max: maxReadingConnections,
    timeouts: reading,
    standstillMs: reading.answerMs,
  });
  const reader = new Kysely<Tables>({
    dialect: createDialect({ connections: readingConnections, timeouts: reading }),
  });
  const patient = new Kysely<Tables>({ dialect: createDialect({ connections, timeouts: long }) });
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
  const close = async () => {
    maintenance.close();
    await Promise.all([connections.close(), readingConnections.close()]);
  };
  const hot = createHotStatements({ connections });
  const catchUp = createCatchUp(createDigestDependencies({ database }));
  // Deleted data remains in PostgreSQL's files until it has vacuumed them, which its operator determines.
  const removeResidue = async () => {};
  const change = createChange({ database, revision });

  const lockSession: LockSession = (transaction, id) =>
    transaction
      .selectFrom("sessions")
      .selectAll()
      .where("id", "=", id)
      .where("erased", "=", 0)
      .forUpdate()
      .executeTakeFirst();

  return {
    agents: createAgentStore({
      database,
      background: database,
      // An operator who deletes a large agent waits for others longer than a visitor could.
      change: createChange({ database: patient, revision }),
      removeResidue: dropIndexes,
    }),
    conversations: createConversationStore({
      database,
      background: database,
      hot,
      removeResidue,
      removeOldResidue: removeResidue,
    }),
    ...createSharedStores({
      database,
      reader,
      lockSession,
      change,
      removeResidue,
      findKey: hot.findKey,
      catchUp,
      matchTerm,
    }),
    files: createFileStore({ database, add: createAddFile({ patient }) }),
    knowledge: createKnowledgeStore({
      database,
      patient,
      search: createSearch({ database, statisticsOf }),
      having: createHaving({ database }),
      frequencies: createFrequencies({ database, statisticsOf }),
      mergeWords: async () => {},
      optimize: createOptimizeWords({ maintenance }),
      near,
    }),
    uploadedDocuments: createUploadedDocumentStore({
      database,
      background: patient,
      patient,
      mergeWords: async () => {},
      near,
    }),
    crawls: createCrawlStore({ database, patient }),
    vectors: createVectorStore({
      database,
      patient,
      near,
      neighbours: createNeighbours({ database, extension, table: passageVectors }),
      optimize: createOptimizeVectors({ maintenance, extension, table: passageVectors }),
      afterRemoval: dropIndexes,
    }),
    wordings: createWordingStore({
      database,
      patient,
      near,
      neighbours: createNeighbours({ database, extension, table: wordings }),
      optimize: createOptimizeVectors({ maintenance, extension, table: wordings }),
    }),
    damage: () => undefined,
    examine: async () => undefined,
    advice: extension.advice,
    async revision() {
      connections.assertOpen();
      return revision.read();
    },
    async ping() {
      await connections.query({ text: "select 1" });
    },
    async backup() {
      throw new Error("Back up PostgreSQL with its own tool: see pg_dump.");
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
