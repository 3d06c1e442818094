import { escapeIdentifier, escapeLiteral } from "pg";
import { bytesVector, type VectorSet, type VectorStore } from "../knowledge/vectors.ts";
import { ensureIndex, type Maintenance, type RunStatement } from "./maintenance.ts";
import { indexNamesOf } from "./neighbours.ts";
import {
  passageVectors,
  vectorText,
  wordings,
  type VectorExtension,
  type VectorTable,
} from "./vector-extension.ts";

/** A set of fewer vectors is compared quickly, and exactly, without an index. */
const manyVectors = 20_000;

/** Vectors with more numbers than the extension puts into an index are all compared. */
const maxNumbers = 4000;

const batch = 500;

interface Dependencies {
  readonly maintenance: Maintenance;
  readonly extension: VectorExtension;
  readonly table: VectorTable;
}

/** Fills the extension's column where it is empty, and makes the indexes of a large set; drops those of sets that are gone. */
export function createOptimizeVectors({
  maintenance,
  extension: { schema },
  table,
}: Dependencies): VectorStore["optimize"] {
  return async (set, signal) => {
    if (schema === undefined) return;
    await maintenance.run({
      name: `${table.name} ${set.agentId}`,
      signal,
      async work(run) {
        await dropUnused(run, table);
        const filled = await fill(run, { schema, table, set });
        const { size, isLarge } = await measure(run, { schema, table, set });
        if (filled) await run(`vacuum ${table.name}`);
        if (!isLarge || size > maxNumbers) return;
        await makeIndexes(run, { schema, table, set, size });
        // Before PostgreSQL has counted the vectors of each set, it may think better of an index than of another.
        await run(`analyze ${table.name}`);
      },
    });
  };
}

/** Drops the indexes of what was just deleted. Where that fails, the next sync of any agent does it. */
export function createDropIndexes({
  maintenance,
  extension: { schema },
}: Omit<Dependencies, "table">): () => Promise<void> {
  return async () => {
    if (schema === undefined) return;
    for (const table of [passageVectors, wordings])
      await maintenance
        .run({ name: table.name, work: (run) => dropUnused(run, table) })
        .catch(() => undefined);
  };
}

/** Drops the indexes of agents that are gone, and of models that they no longer use. */
async function dropUnused(run: RunStatement, table: VectorTable): Promise<void> {
  const { name: of } = table;
  const sets = await run<{ agentId: string; model: string }>(
    `select distinct agent_id as "agentId", model from ${of} where model is not null`,
  );
  const used = new Set(sets.flatMap((set) => Object.values(indexNamesOf(table, set))));
  const indexes = await run<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = '${of}'::regclass and relname ~ '^${of}_(near|sample)_[0-9a-f]{16}$'`,
  );
  for (const { name } of indexes)
    if (!used.has(name)) await run(`drop index concurrently if exists ${escapeIdentifier(name)}`);
}

interface Place {
  readonly schema: string;
  readonly table: VectorTable;
  readonly set: VectorSet;
}

async function fill(
  run: RunStatement,
  { schema, table: { name, id }, set: { agentId, model } }: Place,
): Promise<boolean> {
  for (let after = 0, filled = false; ; filled = true) {
    const rows = await run<{ id: string; vector: Uint8Array }>(
      `select ${id} as id, vector from ${name}
      where agent_id = $1 and model = $2 and near is null and ${id} > $3
      order by ${id} limit ${batch}`,
      [agentId, model, after],
    );
    const last = rows.at(-1);
    if (!last) return filled;
    after = Number(last.id);
    // One that was written again meanwhile has its own already.
    await run(
      `update ${name} set near = made.text::${escapeIdentifier(schema)}.halfvec
      from unnest($1::bigint[], $2::text[]) as made (id, text)
      where ${name}.${id} = made.id and model = $3 and near is null`,
      [rows.map((row) => row.id), rows.map((row) => vectorText(bytesVector(row.vector))), model],
    );
  }
}

async function measure(run: RunStatement, { schema, table, set: { agentId, model } }: Place) {
  const [found] = await run<{ size: number | null; vectors: number }>(
    `select max(size) as size, count(*)::integer as vectors
    from (
      select ${escapeIdentifier(schema)}.vector_dims(near) as size from ${table.name}
      where agent_id = $1 and model = $2 limit ${manyVectors}) as first`,
    [agentId, model],
  );
  return { size: found?.size ?? 0, isLarge: (found?.vectors ?? 0) >= manyVectors };
}

async function makeIndexes(
  run: RunStatement,
  { schema, table, set, size }: Place & { readonly size: number },
): Promise<void> {
  const names = indexNamesOf(table, set);
  const own = escapeIdentifier(schema);
  const ofSet = `agent_id = ${escapeLiteral(set.agentId)} and model = ${escapeLiteral(set.model)}`;
  await ensureIndex(run, {
    name: names.sample,
    definition: `on ${table.name} (hashint8(${table.id})) where ${ofSet}`,
  });
  const product = `((near::${own}.halfvec(${size})) ${own}.halfvec_ip_ops)`;
  const alike = `${ofSet} and ${own}.vector_dims(near) = ${size}`;
  await ensureIndex(run, {
    name: names.near,
    definition: `on ${table.name} using hnsw ${product} where ${alike}`,
  });
}
