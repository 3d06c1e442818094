import { sql, type Kysely, type RawBuilder } from "kysely";
import { DatabaseError } from "pg";
import { StorageUnavailable } from "../errors.ts";

/** A table with vectors, and what it calls those that have them. */
export interface VectorTable {
  readonly name: "passage_vectors" | "wordings";
  readonly id: "passage_id" | "id";
}

/** Vectors of passages. */
export const passageVectors: VectorTable = { name: "passage_vectors", id: "passage_id" };
/** Wordings, each with its vector. */
export const wordings: VectorTable = { name: "wordings", id: "id" };

/** The extension `vector` (pgvector) for this database. */
export interface VectorExtension {
  /** Where its types and functions lie; `undefined`: vectors are compared in the service. */
  readonly schema: string | undefined;
  /** Sentences for the operator: why the extension is not used though it is there. */
  readonly advice: readonly string[];
}

/** With it came vectors of half precision, which need half the room. */
const oldestVersion = "0.7";

const unused = "vectors of passages are compared in the service's memory";

/**
 * Takes the extension into use where the server has it: makes it, if this user may, and the column for vectors that it can
 * compare. To be run with every start, since it may come later, in a transaction that no other node is in.
 */
export async function prepareVectorExtension(transaction: Kysely<unknown>): Promise<VectorExtension> {
  const installed = (await findInstalled(transaction)) ?? (await install(transaction));
  if (!installed) return { schema: undefined, advice: [] };
  if ("advice" in installed) return { schema: undefined, advice: [installed.advice] };
  const { schema, version } = installed;
  if (isOlder(version, oldestVersion)) {
    const what = `The database's extension "vector" is version ${version}, and ${oldestVersion} is needed, so ${unused}.`;
    return {
      schema: undefined,
      advice: [`${what} Install a newer pgvector and run: alter extension vector update;`],
    };
  }
  await addColumns(transaction, schema);
  return { schema, advice: [] };
}

interface Installed {
  readonly schema: string;
  readonly version: string;
}

async function findInstalled(transaction: Kysely<unknown>): Promise<Installed | undefined> {
  const { rows } = await sql<Installed>`
    select nspname as schema, extversion as version
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'vector'`.execute(transaction);
  return rows[0];
}

/** `undefined` where the server does not have it. */
async function install(
  transaction: Kysely<unknown>,
): Promise<Installed | { readonly advice: string } | undefined> {
  const available = await sql`select from pg_available_extensions where name = 'vector'`.execute(transaction);
  if (available.rows.length === 0) return undefined;
  await sql`savepoint extension`.execute(transaction);
  try {
    // Not among our tables: other programs in this database may want it too, and outlive us.
    await sql`create extension vector with schema public`.execute(transaction);
  } catch (error) {
    const cause = error instanceof StorageUnavailable ? error.cause : error;
    if (!(cause instanceof DatabaseError)) throw error;
    await sql`rollback to savepoint extension`.execute(transaction);
    const what = `The database server has the extension "vector", but it could not be enabled (${cause.message})`;
    return {
      advice: `${what}, so ${unused}. As a superuser, run in this database: create extension vector;`,
    };
  }
  return findInstalled(transaction);
}

function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) < 0;
}

const tables = [
  { table: passageVectors, index: "vectors_without_near" },
  { table: wordings, index: "wordings_without_near" },
];

/** Both in one step. Rows from before the extension have nothing in it; the index searches for them. */
async function addColumns(transaction: Kysely<unknown>, schema: string): Promise<void> {
  for (const { table, index } of tables) {
    const { rows } = await sql`
      select from pg_attribute where attrelid = to_regclass(${table.name}) and attname = 'near'
        and not attisdropped`.execute(transaction);
    if (rows.length > 0) continue;
    await sql`alter table ${sql.table(table.name)} add column near ${sql.id(schema, "halfvec")}`.execute(
      transaction,
    );
    await sql`create index if not exists ${sql.ref(index)} on ${sql.table(table.name)}
      (agent_id, model, ${sql.ref(table.id)}) where near is null`.execute(transaction);
  }
}

/** The column's value for a vector. */
export function nearValue(schema: string, vector: Float32Array): RawBuilder<unknown> {
  return sql`${vectorText(vector)}::${sql.id(schema, "halfvec")}`;
}

/** As the extension reads it. More digits than these are lost in half precision. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (number) => number.toFixed(7)).join(",")}]`;
}
