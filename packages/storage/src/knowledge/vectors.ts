import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { passageRecord, type PassageRecord } from "./knowledge-store.ts";

/** The vector of a passage, for ranking by meaning. All vectors of one model have the same length. */
export interface PassageVector {
  readonly passageId: string;
  readonly vector: Float32Array;
}

/** A set of vectors: those of one agent that one model made. */
export interface VectorSet {
  readonly agentId: string;
  /** The model's identity: vectors of two models cannot be compared. */
  readonly model: string;
}

/** The neighbours of a vector, and how near all others of its set are. */
export interface Neighbourhood {
  /** Of passages, nearest first. */
  readonly ids: readonly string[];
  /** How many vectors the set has, perhaps counted some time ago. */
  readonly count: number;
  /** Of the cosines of all vectors. */
  readonly mean: number;
  /** The standard deviation of the cosines. */
  readonly deviation: number;
}

/** Vectors of one set, to look for the nearest among. */
export interface VectorSpace {
  /** How many numbers each vector has; 0 if there is none. */
  readonly size: number;
  /** At most `limit` of the nearest, possibly not all of them. `vector` must have as many numbers as they have. */
  nearest(vector: Float32Array, limit: number): Promise<Neighbourhood>;
}

/**
 * One vector at most for each passage, made outside. A passage takes its vector along when it is deleted; one whose
 * document is replaced keeps it when its text and headings stay the same.
 */
export interface VectorStore {
  /** Whether the agent has any vector, of a passage or a wording, of whichever model. */
  any(agentId: string): Promise<boolean>;
  /** How many passages the agent has, and how many of them have a vector of this model. */
  count(set: VectorSet): Promise<{ readonly passages: number; readonly vectors: number }>;
  /** Passages without a vector of this model, oldest first, from the one after `after` on. */
  missing(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageRecord[]>;
  /** Writes vectors, replacing those of another model. Passages that no longer exist are skipped. */
  save(set: VectorSet, vectors: readonly PassageVector[]): Promise<void>;
  /** Vectors by passage, oldest first, from the one after `after` on. */
  read(query: VectorSet & { after?: string; limit: number }): Promise<readonly PassageVector[]>;
  /** Those of the passages that still exist and have a vector of this model, in no particular order. */
  passages(
    query: VectorSet & { ids: readonly string[] },
  ): Promise<readonly (PassageRecord & { readonly vector: Float32Array })[]>;
  /** Finds the nearest in the database itself; `undefined` if it cannot, so that all have to be read and compared. */
  neighbours(set: VectorSet): Promise<VectorSpace | undefined>;
  /**
   * Makes finding the nearest fast, if the database does that; call it when many have changed. It may take minutes,
   * without blocking readers or writers.
   *
   * @throws the signal's reason when it is aborted
   */
  optimize(set: VectorSet, signal?: AbortSignal): Promise<void>;
  /** Forgets all vectors of an agent. */
  remove(agentId: string): Promise<void>;
  /** Changes whenever passages or vectors of the agent may have changed, in this process or another. */
  revision(agentId: string): Promise<number>;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same database, for writes and reads that may take long. */
  readonly patient: Kysely<Tables>;
  /** The other columns of a vector. */
  readonly near?: NearColumn | undefined;
  /** Only some databases look for the nearest themselves. */
  readonly neighbours: VectorStore["neighbours"];
  readonly optimize: VectorStore["optimize"];
  /** Called when all vectors of an agent were removed. */
  readonly afterRemoval?: () => Promise<void>;
}

/** A vector in the column in which the database compares vectors. */
export type NearColumn = (vector: Float32Array) => RawBuilder<unknown>;

/** Vectors of passages. */
export function createVectorStore({
  database,
  patient,
  near,
  neighbours,
  optimize,
  afterRemoval,
}: Dependencies): VectorStore {
  return {
    neighbours,
    optimize,

    async any(agentId) {
      const ofPassages = database
        .selectFrom("passage_vectors")
        .select("passage_id")
        .where("agent_id", "=", agentId);
      if (await ofPassages.limit(1).executeTakeFirst()) return true;
      const ofWordings = database
        .selectFrom("wordings")
        .select("id")
        .where("agent_id", "=", agentId)
        .where("model", "is not", null);
      return (await ofWordings.limit(1).executeTakeFirst()) !== undefined;
    },

    async count({ agentId, model }) {
      const total = (name: "passages" | "passage_vectors") =>
        database
          .selectFrom(name)
          .select(({ fn }) => fn.countAll<number>().as("rows"))
          .where("agent_id", "=", agentId);
      const passages = await total("passages").executeTakeFirstOrThrow();
      const vectors = await total("passage_vectors").where("model", "=", model).executeTakeFirstOrThrow();
      return { passages: passages.rows, vectors: vectors.rows };
    },

    async missing({ agentId, model, after = "0", limit }) {
      const rows = await passageRows(database, agentId)
        .leftJoin("passage_vectors", (join) =>
          join.onRef("passage_id", "=", "passages.id").on("model", "=", model),
        )
        .where("passage_id", "is", null)
        .where("passages.id", ">", Number(after))
        .orderBy("passages.id")
        .limit(limit)
        .execute();
      return rows.map(passageRecord);
    },

    save: (set, vectors) =>
      patient.transaction().execute(async (transaction) => {
        await writeVectors(transaction, { ...set, near }, vectors);
        await markChanged(transaction, set.agentId);
      }),

    async read({ agentId, model, after = "0", limit }) {
      const rows = await database
        .selectFrom("passage_vectors")
        .select(["passage_id", "vector"])
        .where("agent_id", "=", agentId)
        .where("model", "=", model)
        .where("passage_id", ">", Number(after))
        .orderBy("passage_id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ passageId: String(row.passage_id), vector: bytesVector(row.vector) }));
    },

    async passages({ agentId, model, ids }) {
      if (ids.length === 0) return [];
      const rows = await passageRows(database, agentId)
        .innerJoin("passage_vectors", "passage_id", "passages.id")
        .select("vector")
        .where("model", "=", model)
        .where("passages.id", "in", ids.map(Number))
        .execute();
      return rows.map((row) => ({ ...passageRecord(row), vector: bytesVector(row.vector) }));
    },

    async remove(agentId) {
      await patient.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("passage_vectors").where("agent_id", "=", agentId).execute();
        await transaction
          .updateTable("wordings")
          .set({ model: null, vector: null, ...(near && { near: sql`null` }) })
          .where("agent_id", "=", agentId)
          .execute();
        await markChanged(transaction, agentId);
      });
      await afterRemoval?.();
    },

    async revision(agentId) {
      const row = await database
        .selectFrom("vector_changes")
        .select("number")
        .where("agent_id", "=", agentId)
        .executeTakeFirst();
      return row?.number ?? 0;
    },
  };
}

/**
 * Marks that passages or vectors of an agent changed. The row outlives the agent: one that comes back continues the
 * count.
 */
export async function markChanged(transaction: Kysely<Tables>, agentId: string): Promise<void> {
  await transaction
    .insertInto("vector_changes")
    .values({ agent_id: agentId, number: 1 })
    .onConflict((conflict) =>
      conflict.column("agent_id").doUpdateSet(({ eb }) => ({ number: eb("vector_changes.number", "+", 1) })),
    )
    .execute();
}

/** Vectors in one statement: well below every database's limit of parameters. */
const batch = 200;

/** Of passages that are still the agent's. */
export async function writeVectors(
  transaction: Kysely<Tables>,
  { agentId, model, near }: VectorSet & { readonly near: NearColumn | undefined },
  vectors: readonly PassageVector[],
): Promise<void> {
  for (let start = 0; start < vectors.length; start += batch) {
    const some = vectors.slice(start, start + batch);
    const ids = some.map(({ passageId }) => Number(passageId));
    const there = await transaction
      .selectFrom("passages")
      .select("id")
      .where("agent_id", "=", agentId)
      .where("id", "in", ids)
      .execute();
    const known = new Set(there.map(({ id }) => id));
    const rows = some
      .map(({ passageId, vector }) => ({
        passage_id: Number(passageId),
        agent_id: agentId,
        model,
        vector: vectorBytes(vector),
        ...(near && { near: near(vector) }),
      }))
      .filter((row) => known.has(row.passage_id));
    if (rows.length === 0) continue;
    await transaction
      .insertInto("passage_vectors")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("passage_id").doUpdateSet((builder) => ({
          model: builder.ref("excluded.model"),
          vector: builder.ref("excluded.vector"),
          ...(near && { near: sql`excluded.near` }),
        })),
      )
      .execute();
  }
}

function passageRows(database: Kysely<Tables>, agentId: string) {
  return database
    .selectFrom("passages")
    .innerJoin("documents", "documents.id", "passages.document_id")
    .select(["passages.id", "document_id", "headings", "anchor", "text", "title", "url"])
    .where("passages.agent_id", "=", agentId);
}

/** Numbers of four bytes each, as the machine has them: little-endian on every one that Node runs on. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The numbers again. They are copied, since bytes from a database may begin anywhere in memory. */
export function bytesVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
