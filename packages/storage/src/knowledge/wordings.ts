import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { DocumentRecord, NewPassage } from "./knowledge-store.ts";
import {
  bytesVector,
  markChanged,
  vectorBytes,
  type NearColumn,
  type VectorSet,
  type VectorSpace,
} from "./vectors.ts";

/** One of the ways in which people ask what a section answers. */
export interface WordingRecord {
  readonly id: string;
  /** The first passage of its section. */
  readonly passageId: string;
  readonly text: string;
}

/** The vector of a wording. */
export interface WordingVector {
  readonly wordingId: string;
  readonly vector: Float32Array;
}

/** A vector to be stored, with the text that it was made of. */
export type NewWordingVector = WordingVector & Pick<WordingRecord, "text">;

/**
 * Wordings of passages, written with their document and gone with it, and their vectors: one at most for each, made
 * outside. One whose document is replaced keeps it when it stays in the document.
 */
export interface WordingStore {
  /** How many wordings the agent has, and how many of them have a vector of this model. */
  count(set: VectorSet): Promise<{ readonly wordings: number; readonly vectors: number }>;
  /** Those of these passages, in order. */
  of(passageIds: readonly string[]): Promise<readonly WordingRecord[]>;
  /** Wordings without a vector of this model, oldest first, from the one after `after` on. */
  missing(query: VectorSet & { after?: string; limit: number }): Promise<readonly WordingRecord[]>;
  /**
   * Writes vectors, replacing those of another model. Wordings that no longer exist are skipped, also where another one
   * has their id by now.
   */
  save(set: VectorSet, vectors: readonly NewWordingVector[]): Promise<void>;
  /** Vectors by wording, oldest first, from the one after `after` on. */
  read(query: VectorSet & { after?: string; limit: number }): Promise<readonly WordingVector[]>;
  /** Those of the wordings that still exist and have a vector of this model, in no particular order. */
  wordings(
    query: VectorSet & { ids: readonly string[] },
  ): Promise<readonly (WordingRecord & { readonly vector: Float32Array })[]>;
  /** As for passages, see `VectorStore`; the ids are those of wordings. */
  neighbours(set: VectorSet): Promise<VectorSpace | undefined>;
  /** As for passages, see `VectorStore`. */
  optimize(set: VectorSet, signal?: AbortSignal): Promise<void>;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same database, for writes and reads that may take long. */
  readonly patient: Kysely<Tables>;
  /** The other columns of a vector. */
  readonly near?: NearColumn | undefined;
  /** Only some databases look for the nearest themselves. */
  readonly neighbours: WordingStore["neighbours"];
  readonly optimize: WordingStore["optimize"];
}

/** Wordings of passages. */
export function createWordingStore({
  database,
  patient,
  near,
  neighbours,
  optimize,
}: Dependencies): WordingStore {
  const wordings = () => database.selectFrom("wordings").select(["id", "passage_id", "text"]);
  return {
    neighbours,
    optimize,

    async count({ agentId, model }) {
      const { rows, vectors } = await database
        .selectFrom("wordings")
        .select(({ fn, eb }) => [
          fn.countAll<number>().as("rows"),
          fn.count<number>(eb.case().when("model", "=", model).then(1).end()).as("vectors"),
        ])
        .where("agent_id", "=", agentId)
        .executeTakeFirstOrThrow();
      return { wordings: rows, vectors };
    },

    async of(passageIds) {
      if (passageIds.length === 0) return [];
      const rows = await wordings().where("passage_id", "in", passageIds.map(Number)).orderBy("id").execute();
      return rows.map(wordingRecord);
    },

    async missing({ agentId, model, after = "0", limit }) {
      const rows = await wordings()
        .where("agent_id", "=", agentId)
        .where((eb) => eb.or([eb("model", "is", null), eb("model", "!=", model)]))
        .where("id", ">", Number(after))
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(wordingRecord);
    },

    save: (set, vectors) =>
      patient.transaction().execute(async (transaction) => {
        for (const each of vectors) await writeVector(transaction, { ...set, near }, each);
        await markChanged(transaction, set.agentId);
      }),

    async read({ agentId, model, after = "0", limit }) {
      const rows = await database
        .selectFrom("wordings")
        .select(["id", "vector"])
        .where("agent_id", "=", agentId)
        .where("model", "=", model)
        .where("id", ">", Number(after))
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.flatMap(({ id, vector }) =>
        vector ? [{ wordingId: String(id), vector: bytesVector(vector) }] : [],
      );
    },

    async wordings({ agentId, model, ids }) {
      if (ids.length === 0) return [];
      const rows = await wordings()
        .select("vector")
        .where("agent_id", "=", agentId)
        .where("model", "=", model)
        .where("id", "in", ids.map(Number))
        .execute();
      return rows.flatMap(({ vector, ...row }) =>
        vector ? [{ ...wordingRecord(row), vector: bytesVector(vector) }] : [],
      );
    },
  };
}

function wordingRecord(row: {
  readonly id: number;
  readonly passage_id: number;
  readonly text: string;
}): WordingRecord {
  return { id: String(row.id), passageId: String(row.passage_id), text: row.text };
}

async function writeVector(
  transaction: Kysely<Tables>,
  { agentId, model, near }: VectorSet & { readonly near: NearColumn | undefined },
  { wordingId, text, vector }: NewWordingVector,
): Promise<void> {
  await transaction
    .updateTable("wordings")
    .set({ model, vector: vectorBytes(vector), ...(near && { near: near(vector) }) })
    .where("agent_id", "=", agentId)
    .where("id", "=", Number(wordingId))
    // SQLite gives the ids of deleted rows again, perhaps while the vector was made.
    .where("text", "=", text)
    .execute();
}

/** Wordings in one statement: well below every database's limit of parameters. */
const batch = 200;

/** The current wordings of the document at this place, before it is replaced. */
export async function takeWordings(transaction: Kysely<Tables>, { agentId, location }: DocumentRecord) {
  const rows = await transaction
    .selectFrom("documents")
    .innerJoin("passages", "passages.document_id", "documents.id")
    .innerJoin("wordings", "wordings.passage_id", "passages.id")
    .select(["wordings.text", "model", "vector"])
    .where("documents.agent_id", "=", agentId)
    .where("location", "=", location)
    .where("model", "is not", null)
    .execute();
  return new Map(rows.map(({ text, model, vector }) => [text, { model, vector }]));
}

/** Writes the wordings of a document's passages. Those that it had before come with the vectors that they had. */
export async function writeWordings(
  transaction: Kysely<Tables>,
  { id, agentId }: DocumentRecord,
  {
    passages,
    taken,
    near,
  }: {
    readonly passages: readonly NewPassage[];
    readonly taken: Awaited<ReturnType<typeof takeWordings>>;
    readonly near: NearColumn | undefined;
  },
): Promise<void> {
  if (!passages.some(({ wordings }) => wordings)) return;
  const written = await transaction
    .selectFrom("passages")
    .select("id")
    .where("document_id", "=", id)
    .orderBy("id")
    .execute();
  const rows = passages.flatMap(({ wordings = [] }, at) =>
    wordings.map((text) => {
      const { model = null, vector = null } = taken.get(text) ?? {};
      const nearValue = vector && near ? near(bytesVector(vector)) : sql`null`;
      return {
        passage_id: written[at]?.id ?? 0,
        agent_id: agentId,
        text,
        model,
        vector,
        ...(near && { near: nearValue }),
      };
    }),
  );
  for (let start = 0; start < rows.length; start += batch)
    await transaction
      .insertInto("wordings")
      .values(rows.slice(start, start + batch))
      .execute();
}
