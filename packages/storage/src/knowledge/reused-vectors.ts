import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { DocumentRecord } from "./knowledge-store.ts";
import { bytesVector, writeVectors, type NearColumn } from "./vectors.ts";

/** Vectors by what they were made of: a passage's headings and text. */
type ReusableVectors = ReadonlyMap<string, { readonly model: string; readonly vector: Float32Array }>;

/** The vectors of the document that is at this place, before it is replaced. */
export async function readReusableVectors(
  transaction: Kysely<Tables>,
  { agentId, location }: DocumentRecord,
): Promise<ReusableVectors> {
  const rows = await transaction
    .selectFrom("documents")
    .innerJoin("passages", "passages.document_id", "documents.id")
    .innerJoin("passage_vectors", "passage_id", "passages.id")
    .select(["headings", "text", "model", "vector"])
    .where("documents.agent_id", "=", agentId)
    .where("location", "=", location)
    .execute();
  return new Map(rows.map((row) => [contentOf(row), { model: row.model, vector: bytesVector(row.vector) }]));
}

/** Gives the vectors to those passages of the new document that have the same content. */
export async function reuseVectors(
  transaction: Kysely<Tables>,
  { id, agentId }: DocumentRecord,
  { taken, near }: { readonly taken: ReusableVectors; readonly near: NearColumn | undefined },
): Promise<void> {
  if (taken.size === 0) return;
  const rows = await transaction
    .selectFrom("passages")
    .select(["id", "headings", "text"])
    .where("document_id", "=", id)
    .execute();
  const models = new Set(Array.from(taken.values(), ({ model }) => model));
  for (const model of models) {
    const vectors = rows.flatMap((row) => {
      const kept = taken.get(contentOf(row));
      return kept?.model === model ? [{ passageId: String(row.id), vector: kept.vector }] : [];
    });
    await writeVectors(transaction, { agentId, model, near }, vectors);
  }
}

function contentOf({ headings, text }: { readonly headings: string; readonly text: string }): string {
  return `${headings}\n${text}`;
}
