import { Kysely } from "kysely";
import { performance } from "node:perf_hooks";
import { createAgentStore } from "../agents/agents.ts";
import { createBudgetStore } from "../budgets/budgets.ts";
import { createChatStore } from "../chats/create-chat-store.ts";
import { createCatchUp } from "../chats/catch-up.ts";
import { createConversationStore } from "../conversations/conversations.ts";
import { createFeedbackStore } from "../feedback/feedback.ts";
import { createFileStore } from "../files/files.ts";
import { createGapStore } from "../gaps/create-gap-store.ts";
import { createHandoverStore } from "../handovers/create-handover-store.ts";
import type { LockSession } from "../handovers/move-chat.ts";
import { createKeyStore } from "../keys/keys.ts";
import { createCrawlStore } from "../crawls/crawls.ts";
import { createKnowledgeStore } from "../knowledge/knowledge.ts";
import { createNoteStore } from "../notes/notes.ts";
import { createPreviewStore } from "../previews/previews.ts";
import { createOperatorStores } from "../operators/create-operator-stores.ts";
import type { Storage } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";
import { createAddFile } from "./add-file.ts";
import { createRefusalStore } from "../refusals/refusals.ts";
import { createUsageStore } from "../usage/usage.ts";
import { createVectorStore } from "../knowledge/vectors.ts";
import { createDigestParts, matchTerm } from "./chats.ts";
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
  const catchUp = createCatchUp(createDigestParts({ database }));
  // What was deleted lies in PostgreSQL's files until it has vacuumed them; that is its operator's to say when.
  const removeResidue = async () => {};
  const change = createChange({ database, revision });

  const lockSession: LockSession = (transaction, id) =>
    transaction.selectFrom("sessions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

  return {
    agents: createAgentStore({
      database,
      change: createChange({ database: patient, revision }),
      removeResidue: dropIndexes,
    }),
    keys: createKeyStore({ database, findKey: hot.findKey, change }),
    previews: createPreviewStore({ change }),
    conversations: createConversationStore({ database, hot, removeResidue, removeOldResidue: removeResidue }),
    chats: createChatStore({ reader: database, catchUp, matchTerm }),
    ...createOperatorStores({ database, lockSession, reader: database, change, removeResidue }),
    gaps: createGapStore({ database, reader: database, catchUp }),
    handovers: createHandoverStore({ database, lockSession }),
    budgets: createBudgetStore({ database }),
    refusals: createRefusalStore({ database }),
    usage: createUsageStore({ database }),
    feedback: createFeedbackStore({ database }),
    files: createFileStore({ database, add: createAddFile({ patient }) }),
    knowledge: createKnowledgeStore({
      database,
      patient,
      search: createSearch({ database, statisticsOf }),
      having: createHaving({ database }),
      frequencies: createFrequencies({ database, statisticsOf }),
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
      throw new Error("Back up PostgreSQL with its own tool: see pg_dump.");
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
