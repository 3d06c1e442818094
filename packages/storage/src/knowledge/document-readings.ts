import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { forgetDocument, writeDocument } from "./knowledge.ts";
import {
  addressOfDocument,
  uploadedDocument,
  uploadedLocation,
  uploadedSource,
  type DocumentPlace,
  type ReadDocument,
  type UploadedDocument,
} from "./uploaded-document.ts";
import { markChanged, type NearColumn } from "./vectors.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** For writes that may take long. */
  readonly patient: Kysely<Tables>;
  readonly mergeWords: () => Promise<unknown>;
  readonly near?: NearColumn | undefined;
}

/** A document as one process reads it. */
type Held = DocumentPlace & Pick<UploadedDocument, "content"> & { readonly holder: string };

/** Documents that wait to be read: one process takes each, and another one if that is lost. */
export function createDocumentReadings({ database, patient, mergeWords, near }: Dependencies) {
  /** Only while it holds it, and while the document still has these bytes. */
  const heldBy = (transaction: Kysely<Tables>, { agentId, path, content, holder }: Held) =>
    transaction
      .updateTable("uploaded_documents")
      .where("agent_id", "=", agentId)
      .where("path", "=", path)
      .where("content", "=", content)
      .where("holder", "=", holder)
      .where("state", "=", "waiting");

  return {
    /**
     * Takes the document that has waited longest for `holder`. Those of agents that are being deleted are left.
     *
     * @param query.except agents whose documents are passed over
     */
    async claim({
      holder,
      now,
      heldUntil,
      except,
    }: {
      readonly holder: string;
      readonly now: number;
      readonly heldUntil: number;
      readonly except: readonly string[];
    }): Promise<UploadedDocument | undefined> {
      for (;;) {
        let waiting = database
          .selectFrom("uploaded_documents")
          .innerJoin("agents", "agents.id", "agent_id")
          .select(["agent_id", "path"])
          .where("state", "=", "waiting")
          .where("held_until", "<=", now)
          .where("deleted", "=", 0);
        if (except.length > 0) waiting = waiting.where("agent_id", "not in", except);
        const next = await waiting.orderBy("waiting_since").orderBy("path").limit(1).executeTakeFirst();
        if (!next) return undefined;
        const taken = await database
          .updateTable("uploaded_documents")
          .set({ holder, held_until: heldUntil })
          .where("agent_id", "=", next.agent_id)
          .where("path", "=", next.path)
          .where("state", "=", "waiting")
          .where("held_until", "<=", now)
          .returningAll()
          .executeTakeFirst();
        // Otherwise another process was faster.
        if (taken) return uploadedDocument(taken);
      }
    },

    /** Extends the hold. `false` if the document has other bytes by now, is gone, or another process holds it. */
    async hold({ heldUntil, ...held }: Held & { readonly heldUntil: number }): Promise<boolean> {
      const row = await heldBy(database, held)
        .set({ held_until: heldUntil })
        .returning("path")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Gives it back unread. */
    async release(held: Held): Promise<void> {
      await heldBy(database, held).set({ holder: null, held_until: 0 }).execute();
    },

    /**
     * Writes what reading gave: what is searched with it, unless answers must not use the document. What could not be read
     * is forgotten. Does nothing if the document is another one by now.
     */
    async finish({
      read,
      at,
      ...held
    }: Held & { readonly read: ReadDocument; readonly at: number }): Promise<void> {
      const { agentId, path } = held;
      const location = uploadedLocation(path);
      await patient.transaction().execute(async (transaction) => {
        const ended = { holder: null, held_until: 0, read_at: at };
        const result =
          "reason" in read
            ? { state: "unreadable", reason: read.reason, missing: "[]", passages: 0 }
            : {
                state: "read",
                reason: null,
                missing: JSON.stringify(read.missing),
                passages: read.passages.length,
                own_title: read.title,
                own_url: read.url,
              };
        const row = await heldBy(transaction, held)
          .set({ ...ended, ...result })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        if ("reason" in read || row.enabled === 0) {
          await forgetDocument(transaction, { agentId, location });
          await markChanged(transaction, agentId);
          return;
        }
        const document = {
          id: read.id,
          agentId,
          source: uploadedSource,
          location,
          title: row.title ?? read.title,
          url: addressOfDocument(uploadedDocument(row)),
          fingerprint: read.fingerprint,
          readAt: at,
        };
        await writeDocument(transaction, { document, passages: read.passages, near });
      });
      await mergeWords();
    },
  };
}
