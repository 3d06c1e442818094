import type { Kysely } from "kysely";
import { deleteFromContent } from "../erasure/erase-documents.ts";
import type { Tables } from "../schema/tables.ts";

/** Bytes in one row: writing them takes less than a millisecond, so that no visitor waits for a document. */
const pieceBytes = 256 * 1024;

/** How long after it was begun a content that no document has got is forgotten, in milliseconds. */
const unclaimedMs = 3_600_000;

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Its transactions need not wait for the disk: the one that makes the document does. */
  readonly background: Kysely<Tables>;
}

/** The bytes of uploaded documents, piece by piece. What no document has any more is deleted a little at a time. */
export function createDocumentContents({ database, background }: Dependencies) {
  return {
    /** Stores bytes, for a document that is put afterwards. Those that none has within an hour are forgotten. */
    async store({
      id,
      agentId,
      bytes,
      at,
    }: {
      readonly id: string;
      readonly agentId: string;
      readonly bytes: Uint8Array;
      readonly at: number;
    }): Promise<void> {
      const piece = (number: number) => ({
        content: id,
        number,
        bytes: bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes),
      });
      await background.transaction().execute(async (transaction) => {
        const row = { id, agent_id: agentId, remove_at: at + unclaimedMs };
        await transaction.insertInto("document_contents").values(row).execute();
        await transaction.insertInto("document_pieces").values(piece(0)).execute();
      });
      for (let number = 1; number * pieceBytes < bytes.length; number++)
        await background.insertInto("document_pieces").values(piece(number)).execute();
    },

    /** The bytes in pieces, in their order. It ends early where they are deleted meanwhile. */
    async *read(id: string): AsyncGenerator<Uint8Array, void> {
      for (let number = 0; ; number++) {
        const row = await database
          .selectFrom("document_pieces")
          .select("bytes")
          .where("content", "=", id)
          .where("number", "=", number)
          .executeTakeFirst();
        if (!row) return;
        yield row.bytes;
      }
    },

    /** Marks bytes as those of no document. */
    discard: (id: string): Promise<void> => discardContent(database, id, 0),

    /** Deletes some bytes that no document has. @returns whether there were any */
    async removeSome(now: number): Promise<boolean> {
      const content = await database
        .selectFrom("document_contents")
        .select("id")
        .where("remove_at", "<=", now)
        .orderBy("remove_at")
        .limit(1)
        .executeTakeFirst();
      if (!content) return false;
      await background.transaction().execute((transaction) => deleteFromContent(transaction, content.id));
      return true;
    },
  };
}

/** From now on no document has these bytes. */
export async function discardContent(database: Kysely<Tables>, id: string, at: number): Promise<void> {
  await database.updateTable("document_contents").set({ remove_at: at }).where("id", "=", id).execute();
}
