import type { Kysely } from "kysely";
import type { DocumentState } from "@servicechat/contract/admin";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { UploadedDocumentRow } from "../schema/rows/documents.ts";
import type { Tables } from "../schema/tables.ts";
import { createDocumentContents, discardContent } from "./document-contents.ts";
import { addToTotals, lockTotals, readTotals } from "../document-totals.ts";
import { createDocumentReadings } from "./document-readings.ts";
import { forgetDocument } from "./knowledge.ts";
import {
  addressOfDocument,
  uploadedDocument,
  uploadedLocation,
  type DocumentChange,
  type DocumentPlace,
  type PutDocument,
  type PutDocumentResult,
  type UploadedDocument,
} from "./uploaded-document.ts";
import { markChanged, type NearColumn } from "./vectors.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Its transactions need not wait for the disk: what follows them does. */
  readonly background: Kysely<Tables>;
  /** The same database, for writes that may take long: a document has any number of passages. */
  readonly patient: Kysely<Tables>;
  readonly mergeWords: () => Promise<unknown>;
  readonly near?: NearColumn | undefined;
}

/** Rows looked at in one statement, when a list is searched. */
const batch = 500;

/** Thrown to take a transaction back. */
class Full extends Error {}

/** Documents that were uploaded for agents. */
export function createUploadedDocumentStore(dependencies: Dependencies) {
  const { database, patient } = dependencies;
  const { discard, ...contents } = createDocumentContents(dependencies);

  async function put(given: PutDocument): Promise<PutDocumentResult> {
    const { agentId, path, content, max, expected } = given;
    return patient.transaction().execute(async (transaction): Promise<PutDocumentResult> => {
      const { documents } = await lockTotals(transaction, agentId);
      if (!(await hasAgent(transaction, agentId))) return { kind: "agent_not_found" };
      const before = await rowAt(transaction, given);
      if (expected !== undefined && before?.revision !== expected)
        return { kind: "newer_revision", revision: before?.revision ?? "" };
      if (!before && documents >= max.documents) return { kind: "too_many" };
      const row = rowOf(given, before);
      if (before) {
        await atPlace(transaction, given).set(row).execute();
        await discardContent(transaction, before.content, 0);
      } else await transaction.insertInto("uploaded_documents").values(row).execute();
      // Those without a document are deleted: if this has come to that already, there is nothing left to put.
      const claimed = await transaction
        .updateTable("document_contents")
        .set({ remove_at: null })
        .where("id", "=", content)
        .returning("id")
        .executeTakeFirst();
      if (!claimed) throw new Error(`The bytes of ${path} are gone.`);
      await writeAudit(transaction, given.audit(!before));
      const added = { documents: before ? 0 : 1, bytes: given.size - (before?.size ?? 0) };
      if (!(await addToTotals(transaction, agentId, added, max.bytes))) throw new Full();
      return { kind: before ? "replaced" : "added", document: uploadedDocument(row) };
    });
  }

  return {
    ...contents,
    ...createDocumentReadings(dependencies),

    totals: (agentId: string) => readTotals(database, agentId),

    async find(place: DocumentPlace): Promise<UploadedDocument | undefined> {
      const row = await rowAt(database, place);
      return row && uploadedDocument(row);
    },

    /** The id under which what is searched of a document is stored; `undefined` if nothing is. */
    async searchedId({ agentId, path }: DocumentPlace): Promise<string | undefined> {
      const row = await database
        .selectFrom("documents")
        .select("id")
        .where("agent_id", "=", agentId)
        .where("location", "=", uploadedLocation(path))
        .executeTakeFirst();
      return row?.id;
    },

    /**
     * Those of an agent, by path, after this one.
     *
     * @param query.text part of the path or title, in any case
     */
    async list({
      agentId,
      text,
      states,
      after = "",
      limit,
    }: {
      readonly agentId: string;
      readonly text?: string;
      readonly states?: readonly DocumentState[];
      readonly after?: string;
      readonly limit: number;
    }): Promise<readonly UploadedDocument[]> {
      const found: UploadedDocument[] = [];
      const fits = text === undefined ? () => true : fitsText(text);
      for (let from = after; ;) {
        const some = Math.min(batch, text === undefined ? limit - found.length : batch);
        let query = database.selectFrom("uploaded_documents").selectAll().where("agent_id", "=", agentId);
        if (states) query = query.where("state", "in", states);
        const rows = await query.where("path", ">", from).orderBy("path").limit(some).execute();
        found.push(...rows.map(uploadedDocument).filter(fits));
        const last = rows.at(-1);
        if (!last || rows.length < some || found.length >= limit) return found.slice(0, limit);
        from = last.path;
      }
    },

    /** Adds a document, or replaces the one at its path: that answers with its former text until the new one is read. */
    async put(given: PutDocument): Promise<PutDocumentResult> {
      const result = await put(given).catch((error: unknown): PutDocumentResult => {
        if (error instanceof Full) return { kind: "too_large" };
        throw error;
      });
      if (!("document" in result)) await discard(given.content);
      return result;
    },

    /**
     * Changes what people say about a document. One that answers must not use is no longer searched; one that they may
     * use again is read again.
     */
    change: (
      given: DocumentChange,
    ): Promise<
      | { readonly kind: "changed"; readonly document: UploadedDocument }
      | { readonly kind: "newer_revision"; readonly revision: string }
      | { readonly kind: "document_not_found" }
    > =>
      patient.transaction().execute(async (transaction) => {
        const { agentId, path, values, revision, expected } = given;
        await lockTotals(transaction, agentId);
        const before = await rowAt(transaction, given);
        if (!before) return { kind: "document_not_found" };
        if (expected !== undefined && before.revision !== expected)
          return { kind: "newer_revision", revision: before.revision };
        const { enabled = before.enabled === 1, ...texts } = values;
        const isBack = enabled && before.enabled === 0 && before.state === "read";
        const row: UploadedDocumentRow = {
          ...before,
          ...texts,
          // An address that is taken away is none, whatever the document says.
          ...(texts.url === null && { url: "" }),
          enabled: enabled ? 1 : 0,
          revision,
          ...(isBack && { state: "waiting", waiting_since: given.at }),
        };
        await atPlace(transaction, given).set(row).execute();
        const document = uploadedDocument(row);
        const location = uploadedLocation(path);
        if (!enabled) await forgetDocument(transaction, { agentId, location });
        else await nameSearched(transaction, document);
        if (before.enabled !== row.enabled || enabled) await markChanged(transaction, agentId);
        await writeAudit(transaction, given.audit);
        return { kind: "changed", document };
      }),

    /** Removes a document, also from what is searched. @returns false if there is none */
    remove: ({ audit, ...place }: DocumentPlace & { readonly audit: AuditEntry }): Promise<boolean> =>
      patient.transaction().execute(async (transaction) => {
        const { agentId, path } = place;
        await lockTotals(transaction, agentId);
        const removed = await transaction
          .deleteFrom("uploaded_documents")
          .where("agent_id", "=", agentId)
          .where("path", "=", path)
          .returning(["size", "content"])
          .executeTakeFirst();
        if (!removed) return false;
        await forgetDocument(transaction, { agentId, location: uploadedLocation(path) });
        await markChanged(transaction, agentId);
        await discardContent(transaction, removed.content, 0);
        await writeAudit(transaction, audit);
        await addToTotals(transaction, agentId, { documents: -1, bytes: -removed.size });
        return true;
      }),
  };
}

/** Documents that were uploaded for agents. What is searched of them is in the `KnowledgeStore` too. */
export type UploadedDocumentStore = ReturnType<typeof createUploadedDocumentStore>;

async function hasAgent(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const agent = await transaction
    .selectFrom("agents")
    .select("id")
    .where("id", "=", id)
    .where("deleted", "=", 0)
    .executeTakeFirst();
  return agent !== undefined;
}

function rowAt(
  database: Kysely<Tables>,
  { agentId, path }: DocumentPlace,
): Promise<UploadedDocumentRow | undefined> {
  return database
    .selectFrom("uploaded_documents")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("path", "=", path)
    .executeTakeFirst();
}

function atPlace(transaction: Kysely<Tables>, { agentId, path }: DocumentPlace) {
  return transaction
    .updateTable("uploaded_documents")
    .where("agent_id", "=", agentId)
    .where("path", "=", path);
}

/** The row of a document as it is put. What people said of the former one stays. */
function rowOf(given: PutDocument, before: UploadedDocumentRow | undefined): UploadedDocumentRow {
  return {
    agent_id: given.agentId,
    path: given.path,
    title: given.title ?? before?.title ?? null,
    url: given.url ?? before?.url ?? null,
    own_title: before?.own_title ?? null,
    own_url: before?.own_url ?? null,
    type: given.type,
    size: given.size,
    sha256: given.sha256,
    content: given.content,
    state: "waiting",
    reason: null,
    missing: before?.missing ?? "[]",
    passages: before?.passages ?? 0,
    enabled: before?.enabled ?? 1,
    added_at: before?.added_at ?? given.at,
    by_kind: given.by.kind,
    by_id: given.by.id,
    by_name: given.by.name,
    read_at: before?.read_at ?? null,
    revision: given.revision,
    waiting_since: given.at,
    holder: null,
    held_until: 0,
  };
}

/** Gives the searched document the title and the address that people have given. */
async function nameSearched(transaction: Kysely<Tables>, document: UploadedDocument): Promise<void> {
  const title = document.title ?? document.ownTitle;
  await transaction
    .updateTable("documents")
    .set({ url: addressOfDocument(document), ...(title !== null && { title }) })
    .where("agent_id", "=", document.agentId)
    .where("location", "=", uploadedLocation(document.path))
    .execute();
}

function fitsText(text: string): (document: UploadedDocument) => boolean {
  const folded = fold(text);
  return ({ path, title, ownTitle }) =>
    [path, title ?? ownTitle ?? ""].some((each) => fold(each).includes(folded));
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
