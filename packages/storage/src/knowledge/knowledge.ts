import { sql, type Kysely } from "kysely";
import type { DocumentRow } from "../schema/rows/knowledge.ts";
import type { Tables } from "../schema/tables.ts";
import { indexedTerms } from "./indexed-terms.ts";
import type { DocumentRecord, KnowledgeStore, NewPassage } from "./knowledge-store.ts";
import { readReusableVectors, reuseVectors } from "./reused-vectors.ts";
import { markChanged, type NearColumn } from "./vectors.ts";
import { takeWordings, writeWordings } from "./wordings.ts";

/**
 * What `KnowledgeStore.revisionOf` gives, of an agent's row joined with its row of `vector_changes`. Both are changed
 * in the transaction that changes what the agent knows.
 */
export const knowledgeRevision = sql<string>`
  rtrim(cast(coalesce(vector_changes.number, 0) as text) || ' ' || agents.answers_revision)`;

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same database, for writes that may take long: a document has any number of passages. */
  readonly patient: Kysely<Tables>;
  /** Full-text search differs from database to database, and so does what makes it quick. */
  readonly search: KnowledgeStore["search"];
  readonly having: KnowledgeStore["having"];
  readonly frequencies: KnowledgeStore["frequencies"];
  /** A small part of the work that the index of words has put off. */
  readonly mergeWords: () => Promise<unknown>;
  readonly optimize: KnowledgeStore["optimize"];
  /** The other columns of a vector that a passage keeps. */
  readonly near?: NearColumn | undefined;
}

/** Passages written by one statement: well below every database's limit of parameters. */
const batch = 200;

/** Documents with their passages. */
export function createKnowledgeStore({
  database,
  patient,
  search,
  having,
  frequencies,
  mergeWords,
  optimize,
  near,
}: Dependencies): KnowledgeStore {
  return {
    search,
    having,
    frequencies,
    optimize,

    async documents(agentId) {
      const rows = await database
        .selectFrom("documents")
        .selectAll()
        .where("agent_id", "=", agentId)
        .orderBy("location")
        .execute();
      return rows.map(documentRecord);
    },

    async revisionOf(agentId) {
      const row = await database
        .selectFrom("agents")
        .leftJoin("vector_changes", "vector_changes.agent_id", "agents.id")
        .select(knowledgeRevision.as("revision"))
        .where("agents.id", "=", agentId)
        .executeTakeFirst();
      return row?.revision ?? "";
    },

    async passages(documentId) {
      const rows = await database
        .selectFrom("passages")
        .select(["id", "headings", "anchor", "text"])
        .where("document_id", "=", documentId)
        .orderBy("id")
        .execute();
      const asked = await database
        .selectFrom("wordings")
        .innerJoin("passages", "passages.id", "passage_id")
        .select(["passage_id", "wordings.text"])
        .where("document_id", "=", documentId)
        .orderBy("wordings.id")
        .execute();
      const wordingsOf = Map.groupBy(asked, (row) => row.passage_id);
      return rows.map(({ id, headings, ...passage }) => {
        const wordings = wordingsOf.get(id)?.map(({ text }) => text);
        return { headings: JSON.parse(headings), ...passage, ...(wordings && { wordings }) };
      });
    },

    async counts(documentIds) {
      if (documentIds.length === 0) return [];
      const asked = await database
        .selectFrom("wordings")
        .innerJoin("passages", "passages.id", "passage_id")
        .select("document_id as id")
        .select(({ fn }) => fn.countAll<number>().as("wordings"))
        .where("document_id", "in", documentIds)
        .groupBy("document_id")
        .execute();
      const wordingsOf = new Map(asked.map(({ id, wordings }) => [id, wordings]));
      const counts = await database
        .selectFrom("passages")
        .leftJoin("passage_vectors", "passage_id", "passages.id")
        .select("document_id as id")
        .select(({ fn }) => [
          fn.count<number>("passages.id").as("passages"),
          fn.count<number>("passage_id").as("vectors"),
        ])
        .where("document_id", "in", documentIds)
        .groupBy("document_id")
        .execute();
      return counts.map((document) => ({ ...document, wordings: wordingsOf.get(document.id) ?? 0 }));
    },

    async replaceDocument(document, passages) {
      await patient
        .transaction()
        .execute((transaction) => writeDocument(transaction, { document, passages, near }));
      await mergeWords();
    },

    async touchDocument(document) {
      const { id: _, agent_id: agentId, location, ...known } = documentRow(document);
      await database
        .updateTable("documents")
        .set(known)
        .where("agent_id", "=", agentId)
        .where("location", "=", location)
        .execute();
    },

    deleteDocument: ({ holder, ...place }) =>
      patient.transaction().execute(async (transaction) => {
        if (holder !== undefined && !(await lockCrawl(transaction, { ...place, holder }))) return false;
        await forgetDocument(transaction, place);
        await markChanged(transaction, place.agentId);
        return true;
      }),
  };
}

/** Locks the crawl until the transaction ends. `false` if another process has taken it. */
async function lockCrawl(
  transaction: Kysely<Tables>,
  { agentId, holder }: { readonly agentId: string; readonly holder: string },
): Promise<boolean> {
  const held = await transaction
    .updateTable("crawls")
    .set({ holder })
    .where("agent_id", "=", agentId)
    .where("holder", "=", holder)
    .returning("agent_id")
    .executeTakeFirst();
  return held !== undefined;
}

/** Any other writer of a document there, such as another starting node, waits until the transaction ends. */
async function holdLocation(transaction: Kysely<Tables>, document: DocumentRecord): Promise<void> {
  const row = documentRow(document);
  await transaction
    .insertInto("documents")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["agent_id", "location"]).doUpdateSet({ read_at: row.read_at }),
    )
    .execute();
}

/** Writes a document with its passages instead of whatever is at its location. What stays the same keeps its vectors. */
export async function writeDocument(
  transaction: Kysely<Tables>,
  {
    document,
    passages,
    near,
  }: {
    readonly document: DocumentRecord;
    readonly passages: readonly NewPassage[];
    readonly near: NearColumn | undefined;
  },
): Promise<void> {
  await holdLocation(transaction, document);
  const taken = await readReusableVectors(transaction, document);
  const asked = await takeWordings(transaction, document);
  await forgetDocument(transaction, document);
  await transaction.insertInto("documents").values(documentRow(document)).execute();
  for (let start = 0; start < passages.length; start += batch) {
    const rows = passages.slice(start, start + batch).map((passage) => passageRow(document, passage));
    await transaction.insertInto("passages").values(rows).execute();
  }
  await reuseVectors(transaction, document, { taken, near });
  await writeWordings(transaction, document, { passages, taken: asked, near });
  await markChanged(transaction, document.agentId);
}

/** Deletes the document at a location, if there is one. `markChanged` is the caller's. */
export async function forgetDocument(
  database: Kysely<Tables>,
  { agentId, location }: { readonly agentId: string; readonly location: string },
): Promise<void> {
  await database
    .deleteFrom("documents")
    .where("agent_id", "=", agentId)
    .where("location", "=", location)
    .execute();
}

function documentRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    source: row.source,
    location: row.location,
    title: row.title,
    url: row.url,
    fingerprint: row.fingerprint,
    readAt: row.read_at,
  };
}

function documentRow(document: DocumentRecord): DocumentRow {
  return {
    id: document.id,
    agent_id: document.agentId,
    source: document.source,
    location: document.location,
    title: document.title,
    url: document.url,
    fingerprint: document.fingerprint,
    read_at: document.readAt,
  };
}

function passageRow(document: DocumentRecord, passage: NewPassage) {
  return {
    document_id: document.id,
    agent_id: document.agentId,
    headings: JSON.stringify(passage.headings),
    anchor: passage.anchor,
    text: passage.text,
    ...indexedTerms(passage),
  };
}
