import { Kysely } from "kysely";
import { performance } from "node:perf_hooks";
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
import { createDigestDependencies, matchTerm } from "./chat-index.ts";
import { createConnections } from "./connections.ts";
import { createDialect } from "./dialect.ts";
import { createHotStatements } from "./hot-statements.ts";
import { long, short } from "./query-timeouts.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { createChange, createRevision, readRevision } from "./revision.ts";
import { createMaintenance } from "./maintenance.ts";
import { createNeighbours } from "./neighbours.ts";
import { createDropIndexes, createOptimizeVectors } from "./optimize-vectors.ts";
import { createOptimizeWords } from "./optimize-words.ts";
import { createHaving, createSearch } from "./search-passages.ts";
import { createFrequencies } from "./create-frequencies.ts";
import { nearValue, type VectorExtension } from "./vector-extension.ts";
import { passageVectors, wordings } from "./vector-tables.ts";
import { createWordStatistics } from "./word-statistics.ts";

/**
 * Opens a PostgreSQL database, version 15 or newer, and brings it up to date. Any number of nodes may have it open at
 * once. A database that is gone or stalled makes every method fail within two seconds; once it is back, everything
 * continues.
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
  const close = () => {
    maintenance.close();
    return connections.close();
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
    keys: createKeyStore({ database, findKey: hot.findKey, change }),
    previews: createPreviewStore({ change }),
    conversations: createConversationStore({
      database,
      background: database,
      hot,
      removeResidue,
      removeOldResidue: removeResidue,
    }),
    chatIndex: createChatIndex({ reader: database, catchUp, matchTerm }),
    ...createOperatorStores({ database, lockSession, reader: database, change, removeResidue }),
    gaps: createGapStore({ database, reader: database, catchUp }),
    handoffs: createHandoffStore({ database, lockSession }),
    budgets: createBudgetStore({ database }),
    rateRefusals: createRateRefusalStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
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
    keyValues: createKeyValueStore({ database }),
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
