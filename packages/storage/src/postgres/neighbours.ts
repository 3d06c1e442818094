import { createHash } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Neighbourhood, VectorSet, VectorStore } from "../knowledge/vectors.ts";
import type { Tables } from "../schema/tables.ts";
import { vectorText, type VectorExtension, type VectorTable } from "./vector-extension.ts";

/**
 * In a set with an index the cosines of this many random vectors show how near all are, to within a few percent. More
 * would be more exact, but they are spread over the whole table.
 */
const sampleSize = 2048;

const nobody: Neighbourhood = { ids: [], count: 0, mean: 0, deviation: 0 };

/** The indexes of a set with many vectors. Their names are all that says whose they are. */
export function indexNamesOf({ name }: VectorTable, { agentId, model }: VectorSet) {
  const hash = createHash("sha256").update(`${agentId}\n${model}`).digest("hex").slice(0, 16);
  return { near: `${name}_near_${hash}`, sample: `${name}_sample_${hash}` };
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly extension: VectorExtension;
  readonly table: VectorTable;
}

/**
 * Finds the nearest vectors in the database: by the set's index, where it has one, else by comparing all. A set of which
 * something is not in the extension's column yet is compared outside.
 */
export function createNeighbours({
  database,
  extension: { schema },
  table,
}: Dependencies): VectorStore["neighbours"] {
  return async (set) => {
    if (schema === undefined) return undefined;
    const { rows } = await sql<{ size: number | null; incomplete: boolean; indexed: number | null }>`
      select
        (select ${sql.id(schema, "vector_dims")}(near) from ${sql.table(table.name)}
          where ${isOf(set)} and near is not null limit 1) as size,
        exists (select from ${sql.table(table.name)} where ${isOf(set)} and near is null) as incomplete,
        (select reltuples from pg_index join pg_class on pg_class.oid = indexrelid
          where indexrelid = to_regclass(${indexNamesOf(table, set).near}) and indisvalid) as indexed
      `.execute(database);
    const [{ size, incomplete, indexed } = { size: null, incomplete: true, indexed: null }] = rows;
    if (incomplete) return undefined;
    if (size === null) return { size: 0, nearest: async () => nobody };
    const space = { database, schema, table, set, size, indexed };
    return {
      size,
      nearest: (vector, limit) => (indexed === null ? nearestOfAll : nearestByIndex)(space, vector, limit),
    };
  };
}

interface Space {
  readonly database: Kysely<Tables>;
  readonly schema: string;
  readonly table: VectorTable;
  readonly set: VectorSet;
  readonly size: number;
  /** How many vectors its index has; `null` when it has none. */
  readonly indexed: number | null;
}

type Row = {
  readonly ids: readonly string[];
  readonly count: number;
  readonly mean: number | null;
  readonly deviation: number | null;
};

async function nearestByIndex(
  { database, schema, table: { name, id }, set, size, indexed }: Space,
  vector: Float32Array,
  limit: number,
): Promise<Neighbourhood> {
  const asked = sql`${vectorText(vector)}::${halfvecOf(schema, size)}`;
  const product = sql`operator(${sql.id(schema)}.<#>)`;
  const { rows } = await sql<Row>`
    select
      array(
        select ${sql.ref(id)}::text from ${sql.table(name)} where ${isIndexed(schema, set, size)}
        order by near::${halfvecOf(schema, size)} ${product} ${asked} limit ${limit}) as ids,
      ${indexed}::float8 as count,
      avg(-(near ${product} ${asked})) as mean, stddev_pop(-(near ${product} ${asked})) as deviation
    from (
      select near from ${sql.table(name)} where ${isOf(set)}
      order by hashint8(${sql.ref(id)}) limit ${sampleSize}) as sample
    where ${hasSize(schema, size)}`.execute(database);
  return neighbourhood(rows[0]);
}

async function nearestOfAll(
  { database, schema, table: { name, id }, set, size }: Space,
  vector: Float32Array,
  limit: number,
): Promise<Neighbourhood> {
  const asked = sql`${vectorText(vector)}::${halfvecOf(schema, size)}`;
  const { rows } = await sql<Row>`
    with compared as materialized (
      select ${sql.ref(id)} as id, -(near operator(${sql.id(schema)}.<#>) ${asked}) as cosine
      from ${sql.table(name)} where ${isIndexed(schema, set, size)})
    select
      array(select id::text from compared order by cosine desc, id limit ${limit}) as ids,
      count(*)::integer as count, avg(cosine) as mean, stddev_pop(cosine) as deviation
    from compared`.execute(database);
  return neighbourhood(rows[0]);
}

function neighbourhood(row: Row | undefined): Neighbourhood {
  return row ? { ...row, mean: row.mean ?? 0, deviation: row.deviation ?? 0 } : nobody;
}

function isOf({ agentId, model }: VectorSet): RawBuilder<unknown> {
  return sql`agent_id = ${agentId} and model = ${model}`;
}

/** Vectors of another length, which a model may have given before it was changed, cannot be compared. */
function hasSize(schema: string, size: number): RawBuilder<unknown> {
  return sql`${sql.id(schema, "vector_dims")}(near) = ${sql.lit(size)}`;
}

/** A search must say the same as its index to be served by it. */
function isIndexed(schema: string, set: VectorSet, size: number): RawBuilder<unknown> {
  return sql`${isOf(set)} and ${hasSize(schema, size)}`;
}

/** The type of vectors with this many numbers. */
function halfvecOf(schema: string, size: number): RawBuilder<unknown> {
  return sql`${sql.id(schema, "halfvec")}(${sql.lit(size)})`;
}
