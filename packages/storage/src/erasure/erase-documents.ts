import type { Kysely } from "kysely";
import { addToTotals } from "../document-totals.ts";
import type { Tables } from "../schema/tables.ts";

/** Pieces deleted in one transaction. */
const deletedAtOnce = 2;

/** Deletes one uploaded document, or some of the bytes of one. @returns whether there was any */
export async function deleteUploadedDocument(transaction: Kysely<Tables>, agentId: string): Promise<boolean> {
  const document = await transaction
    .selectFrom("uploaded_documents")
    .select(["path", "size"])
    .where("agent_id", "=", agentId)
    .limit(1)
    .executeTakeFirst();
  if (document) {
    await transaction
      .deleteFrom("uploaded_documents")
      .where("agent_id", "=", agentId)
      .where("path", "=", document.path)
      .execute();
    await addToTotals(transaction, agentId, { documents: -1, bytes: -document.size });
    return true;
  }
  const content = await transaction
    .selectFrom("document_contents")
    .select("id")
    .where("agent_id", "=", agentId)
    .limit(1)
    .executeTakeFirst();
  if (!content) return false;
  await deleteFromContent(transaction, content.id);
  return true;
}

/** Deletes some pieces of a content, and the content with its last ones. */
export async function deleteFromContent(transaction: Kysely<Tables>, id: string): Promise<void> {
  const numbers = await transaction
    .selectFrom("document_pieces")
    .select("number")
    .where("content", "=", id)
    .orderBy("number", "desc")
    .limit(deletedAtOnce)
    .execute();
  if (numbers.length > 0)
    await transaction
      .deleteFrom("document_pieces")
      .where("content", "=", id)
      .where(
        "number",
        "in",
        numbers.map(({ number }) => number),
      )
      .execute();
  if (numbers.length < deletedAtOnce)
    await transaction.deleteFrom("document_contents").where("id", "=", id).execute();
}
