import type { DocumentState, DocumentType } from "@servicechat/contract/admin";
import { actorOf, type AuditActor, type AuditEntry } from "../people/audit.ts";
import type { UploadedDocumentRow } from "../schema/rows/documents.ts";
import type { DocumentRecord, NewPassage } from "./knowledge-store.ts";

/** A document that was uploaded for an agent. */
export interface UploadedDocument {
  readonly agentId: string;
  /** Its name within the agent. */
  readonly path: string;
  /** As it was given; `null` where the document names itself. */
  readonly title: string | null;
  /** As it was given; `null` where the document may name one, empty where it shall have none. */
  readonly url: string | null;
  /** What the document says of itself; `null` until it is read. */
  readonly ownTitle: string | null;
  readonly ownUrl: string | null;
  readonly type: DocumentType;
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Id of its bytes. */
  readonly content: string;
  readonly state: DocumentState;
  /** Why it is unreadable, a sentence. */
  readonly reason: string | null;
  /** What was left out of it, in sentences. */
  readonly missing: readonly string[];
  /** Those of the former bytes while the new ones wait. */
  readonly passages: number;
  readonly enabled: boolean;
  readonly addedAt: number;
  readonly by: AuditActor;
  readonly readAt: number | null;
  readonly revision: string;
}

/** Where a document is. */
export interface DocumentPlace {
  readonly agentId: string;
  readonly path: string;
}

/** A document to be added, or to replace the one at its path. Its bytes are stored already, under the id `content`. */
export interface PutDocument extends DocumentPlace {
  /** Absent: as before, or as the document names itself. */
  readonly title?: string;
  readonly url?: string;
  readonly type: DocumentType;
  readonly size: number;
  readonly sha256: string;
  readonly content: string;
  readonly by: AuditActor;
  readonly at: number;
  /** Its next revision. */
  readonly revision: string;
  /** The revision that the actor has seen, which must be the current one. */
  readonly expected?: string;
  readonly max: DocumentLimits;
  /** The entry for an addition or a change. */
  readonly audit: (isNew: boolean) => AuditEntry;
}

/** What documents may come to. */
export interface DocumentLimits {
  /** Documents of an agent. */
  readonly documents: number;
  /** Bytes of all agents' documents together. */
  readonly bytes: number;
}

/** The outcome of putting one. With any but `added` and `replaced`, nothing has changed. */
export type PutDocumentResult =
  | { readonly kind: "added" | "replaced"; readonly document: UploadedDocument }
  | { readonly kind: "newer_revision"; readonly revision: string }
  | { readonly kind: "agent_not_found" | "too_many" | "too_large" };

/** A change of what people say about a document. */
export interface DocumentChange extends DocumentPlace {
  readonly values: {
    readonly title?: string | null;
    readonly url?: string | null;
    readonly enabled?: boolean;
  };
  readonly at: number;
  readonly revision: string;
  readonly expected?: string;
  readonly audit: AuditEntry;
}

/** What reading a document gave. */
export type ReadDocument =
  | { readonly reason: string }
  | {
      readonly title: string;
      readonly url: string | null;
      readonly passages: readonly NewPassage[];
      readonly missing: readonly string[];
      /** Of the document as it is searched. */
      readonly id: string;
      readonly fingerprint: string;
    };

/** How searched documents name what was uploaded: neither a file nor a page has such a source. */
export const uploadedSource = "upload";

/** The location of an uploaded document among an agent's documents. No file of a folder, and no page, is called so. */
export function uploadedLocation(path: string): string {
  return `upload://${path}`;
}

/** Whether a searched document was uploaded, and comes from no source of the agent's file. */
export function isUploaded({ source }: Pick<DocumentRecord, "source">): boolean {
  return source === uploadedSource;
}

/** Where visitors are sent by a document; `null` where there is no such place. */
export function addressOfDocument({ url, ownUrl }: Pick<UploadedDocument, "url" | "ownUrl">): string | null {
  return (url ?? ownUrl) || null;
}

/** A row as a document. */
export function uploadedDocument(row: UploadedDocumentRow): UploadedDocument {
  return {
    agentId: row.agent_id,
    path: row.path,
    title: row.title,
    url: row.url,
    ownTitle: row.own_title,
    ownUrl: row.own_url,
    type: row.type as DocumentType,
    size: row.size,
    sha256: row.sha256,
    content: row.content,
    state: row.state as DocumentState,
    reason: row.reason,
    missing: JSON.parse(row.missing) as readonly string[],
    passages: row.passages,
    enabled: row.enabled === 1,
    addedAt: row.added_at,
    by: actorOf({ kind: row.by_kind, id: row.by_id, name: row.by_name }),
    readAt: row.read_at,
    revision: row.revision,
  };
}
