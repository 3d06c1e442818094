import { randomUUID } from "node:crypto";
import { maxDocumentBytes, type DocumentState } from "@servicechat/contract/admin";
import { documentType } from "@servicechat/knowledge";
import type { UploadedDocument } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { actorOf, auditLine } from "../access/audit.ts";
import { onAgent } from "../access/operation.ts";
import type { WithAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { pageOf, readCursor, rowsFor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { isDocumentPath } from "./document-path.ts";

/** Names a document of an agent. */
interface WithPath extends WithAgent {
  readonly path: string;
}

/** A document as it arrives. */
export interface UploadedBytes {
  readonly bytes: Uint8Array;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A document to be stored. */
export interface DocumentUpload extends WithPath {
  readonly title?: string;
  readonly url?: string;
  /** As the sender says; absent where they say nothing. */
  readonly contentType?: string | undefined;
  /** The size that the sender announces. */
  readonly announcedBytes?: number | undefined;
  /** The revision that the actor has seen, if they name one. */
  readonly seen?: string | undefined;
  /** Called once it is known that the document may be stored. */
  readonly receive: () => Promise<UploadedBytes>;
}

/** The maximum number of documents that people upload for an agent. */
const maxDocuments = 5_000;
/** What the documents of all agents may come to, in bytes, where nothing else is set. */
export const usualDocumentBytes = 2 * 1024 ** 3;

const subject = ({ agent, path }: WithPath) => ({ kind: "document", id: `${agent}/${path}`, name: path });
const notFound = (path: string) => ({ kind: "document_not_found" as const, path });
const badPath = { kind: "document_path" as const };

/** Operations on documents that people upload for an agent. */
export const documentOperations = {
  /** Those of an agent, by path. `text`: part of the path or title. */
  list: onAgent(
    "viewer",
    async (
      { storage },
      { id: agentId },
      request: WithAgent &
        PageRequest & { readonly text?: string; readonly states?: readonly DocumentState[] },
    ) => {
      const { text, states } = request;
      const position = readCursor("uploads", ["string"], request.after);
      if (position && "kind" in position) return position;
      const read = await storage.uploadedDocuments.list({
        agentId,
        limit: rowsFor(request),
        ...(position && { after: String(position[0]) }),
        ...(text !== undefined && { text }),
        ...(states && { states }),
      });
      return pageOf("uploads", read, request, ({ path }) => [path]);
    },
  ),

  read: onAgent("viewer", (context, _agent, input: WithPath) => find(context, input)),

  /** A document with its bytes, piece by piece. */
  file: onAgent("viewer", async (context, _agent, input: WithPath) => {
    const document = await find(context, input);
    if ("kind" in document) return document;
    return { document, pieces: context.storage.uploadedDocuments.read(document.content) };
  }),

  /** The passages by which a document is found; none while answers must not use it. */
  passages: onAgent("viewer", async (context, { id: agentId }, input: WithPath) => {
    const document = await find(context, input);
    if ("kind" in document) return document;
    const { uploadedDocuments, knowledge } = context.storage;
    const id = await uploadedDocuments.searchedId({ agentId, path: document.path });
    return { passages: id === undefined ? [] : await knowledge.passages(id) };
  }),

  /** Adds a document, or replaces the one at its path. It is read afterwards. */
  put: onAgent("editor", (context, _agent, upload: DocumentUpload, actor) => put(context, upload, actor)),

  /** Changes what people say about a document. */
  change: onAgent(
    "editor",
    async (
      context,
      _agent,
      { seen, ...input }: WithPath & DocumentFields & { readonly seen?: string | undefined },
      actor,
    ) => {
      const document = await find(context, input);
      if ("kind" in document) return document;
      if (!isSeen(document, seen))
        return { kind: "precondition_failed" as const, revision: document.revision };
      return changeFields(
        context,
        { ...input, document, isExact: seen !== undefined && seen !== "*" },
        actor,
      );
    },
  ),

  remove: onAgent("editor", async (context, { id: agentId }, input: WithPath, actor) => {
    const document = await find(context, input);
    if ("kind" in document) return document;
    const audit = auditLine(context, actor, "document.remove", subject(input));
    const isRemoved = await context.storage.uploadedDocuments.remove({ agentId, path: input.path, audit });
    return isRemoved ? { path: input.path } : notFound(input.path);
  }),
};

/** What people can say about a document. */
interface DocumentFields {
  readonly title?: string | null;
  readonly url?: string | null;
  readonly enabled?: boolean;
}

async function find(
  { storage }: Pick<OperationContext, "storage">,
  { agent: agentId, path }: WithPath,
): Promise<UploadedDocument | RefusedAs<"document_not_found" | "document_path">> {
  if (!isDocumentPath(path)) return badPath;
  return (await storage.uploadedDocuments.find({ agentId, path })) ?? notFound(path);
}

const isSeen = ({ revision }: Pick<UploadedDocument, "revision">, seen: string | undefined) =>
  seen === undefined || seen === "*" || seen === revision;

async function put(context: OperationContext, upload: DocumentUpload, actor: Actor) {
  const { agent: agentId, path, title, url, seen, announcedBytes = 0 } = upload;
  const { storage, maxDocumentBytes: maxBytes = usualDocumentBytes } = context;
  if (!isDocumentPath(path)) return badPath;
  if (announcedBytes > maxDocumentBytes) return { kind: "document_too_large" as const };
  const before = await storage.uploadedDocuments.find({ agentId, path });
  const revision = before?.revision ?? "";
  if (!isSeen({ revision }, seen) || (!before && seen === "*"))
    return { kind: "precondition_failed" as const, revision };
  const { documents, bytesOfAll } = await storage.uploadedDocuments.totals(agentId);
  if (!before && documents >= maxDocuments) return tooMany;
  if (bytesOfAll - (before?.size ?? 0) + announcedBytes > maxBytes) return tooMuch(maxBytes);

  const { bytes, sha256 } = await upload.receive();
  const size = bytes.length;
  if (size === 0) return { kind: "empty_document" as const };
  if (size > maxDocumentBytes) return { kind: "document_too_large" as const };
  const type = documentType({ bytes, contentType: upload.contentType, path });
  if (type === undefined) return { kind: "unsupported_document" as const };
  if (before?.sha256 === sha256 && before.type === type) {
    const fields = {
      ...(title !== undefined && title !== before.title && { title }),
      ...(url !== undefined && url !== before.url && { url }),
    };
    if (Object.keys(fields).length === 0) return { document: before, isNew: false };
    const changed = await changeFields(
      context,
      { agent: agentId, path, ...fields, document: before, isExact: false },
      actor,
    );
    return "kind" in changed ? changed : { document: changed, isNew: false };
  }

  const content = `con_${randomUUID()}`;
  const at = context.now();
  await storage.uploadedDocuments.store({ id: content, agentId, bytes, at });
  const result = await storage.uploadedDocuments.put({
    agentId,
    path,
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    type,
    size,
    sha256,
    content,
    by: actorOf(actor),
    at,
    revision: newRevision(),
    ...(seen !== undefined && seen !== "*" && { expected: seen }),
    max: { documents: maxDocuments, bytes: maxBytes },
    audit: (isNew) => auditLine(context, actor, isNew ? "document.add" : "document.change", subject(upload)),
  });
  switch (result.kind) {
    case "added":
    case "replaced":
      return { document: result.document, isNew: result.kind === "added" };
    case "newer_revision":
      return { kind: "precondition_failed" as const, revision: result.revision };
    case "agent_not_found":
      return { kind: result.kind, id: agentId, known: [] };
    case "too_many":
      return tooMany;
    case "too_large":
      return tooMuch(maxBytes);
  }
}

async function changeFields(
  context: OperationContext,
  {
    agent: agentId,
    path,
    title,
    url,
    enabled,
    document,
    isExact,
  }: WithPath & DocumentFields & { readonly document: UploadedDocument; readonly isExact: boolean },
  actor: Actor,
): Promise<UploadedDocument | RefusedAs<"precondition_failed" | "document_not_found">> {
  const result = await context.storage.uploadedDocuments.change({
    agentId,
    path,
    values: {
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(enabled !== undefined && { enabled }),
    },
    at: context.now(),
    revision: newRevision(),
    ...(isExact && { expected: document.revision }),
    audit: auditLine(context, actor, "document.change", subject({ agent: agentId, path })),
  });
  if (result.kind === "changed") return result.document;
  if (result.kind === "document_not_found") return notFound(path);
  return { kind: "precondition_failed", revision: result.revision };
}

const newRevision = () => randomUUID().slice(0, 18);

const tooMany = {
  kind: "documents_full" as const,
  detail: `The agent has ${maxDocuments.toLocaleString("en")} documents, which is the limit. Remove some first.`,
};

function tooMuch(maxBytes: number) {
  const megabytes = Math.floor(maxBytes / 1024 ** 2).toLocaleString("en");
  return {
    kind: "documents_full" as const,
    detail: `The documents of all agents may have ${megabytes} MB together (SERVICECHAT_DOCUMENT_BYTES). Remove some first.`,
  };
}
