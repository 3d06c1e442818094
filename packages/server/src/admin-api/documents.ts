import { ServiceError } from "@servicechat/contract";
import { maxDocumentBytes, type Document, type DocumentType } from "@servicechat/contract/admin";
import {
  documentPassagesSchema,
  documentSchema,
  documentsQuerySchema,
  documentsSchema,
  pageSizes,
  patchDocumentSchema,
  putDocumentQuerySchema,
  readDocumentQuerySchema,
} from "@servicechat/contract/admin-schemas";
import { titleOfFile } from "@servicechat/knowledge";
import { addressOfDocument, type UploadedDocument } from "@servicechat/storage";
import { z } from "zod";
import { AdminError } from "../response/admin-error.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, bytesRoute, nothing, roleRoute, sent } from "./route.ts";
import { sendDownload } from "./send-download.ts";
import { timeOf } from "./times.ts";

const placeIn = (params: Readonly<Record<string, string>>) => ({
  agent: params["id"] ?? "",
  path: params["path"] ?? "",
});

/** GET agents/{id}/documents */
export const listDocuments = roleRoute("viewer", {
  summary: "The documents that were uploaded for an agent, by path; `q` is part of a path or title",
  query: documentsQuerySchema,
  answer: documentsSchema,
  handle: async ({ admin, admission: { actor }, params, query }) => {
    const { limit = pageSizes.usual, after, q: text, state: states } = query;
    const page = await admin.operations.documents.list(actor, {
      agent: params["id"] ?? "",
      limit,
      after,
      ...(text !== undefined && { text }),
      ...(states && { states }),
    });
    const { items, next } = resultOrThrow(page);
    return answer({ items: items.map(documentView), next });
  },
});

/** GET agents/{id}/documents/{path...} */
export const readDocument = roleRoute("viewer", {
  summary: "An uploaded document; `as=file` its bytes, `as=passages` the pieces by which it is found",
  query: readDocumentQuerySchema,
  answer: z.union([documentSchema, documentPassagesSchema]),
  downloads: ["application/octet-stream"],
  fails: ["document_path"],
  handle: async ({ context, admin, admission: { actor }, params, query }) => {
    const place = placeIn(params);
    const { documents } = admin.operations;
    if (query.as === "passages") {
      const { passages } = resultOrThrow(await documents.passages(actor, place));
      return answer({ items: passages.map(({ headings, text }) => ({ headings: [...headings], text })) });
    }
    if (query.as === undefined) return shown(resultOrThrow(await documents.read(actor, place)));
    const { document, pieces } = resultOrThrow(await documents.file(actor, place));
    // Whoever opens it gets no page of this origin, whatever is in it.
    context.head["Content-Security-Policy"] = "sandbox; default-src 'none'; frame-ancestors 'none'";
    context.head["ETag"] = `"${document.revision}"`;
    const name = document.path.slice(document.path.lastIndexOf("/") + 1);
    const { [document.type]: type } = mediaTypes;
    await sendDownload(context, { name, type, pieces, size: document.size });
    return sent;
  },
});

const mediaTypes: Readonly<Record<DocumentType, string>> = {
  markdown: "text/markdown",
  text: "text/plain",
  html: "text/html",
  csv: "text/csv",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** What documents that are just being received may come to, in bytes: each is in memory until it is stored. */
const maxReceived = 8 * maxDocumentBytes;
let received = 0;

/** PUT agents/{id}/documents/{path...} */
export const putDocument = bytesRoute("editor", {
  summary:
    "Upload a document, or replace the one at its path: the bytes are the body. It is indexed in the background. Fields missing from the query keep their values",
  query: putDocumentQuerySchema,
  answer: documentSchema,
  status: [200, 201],
  headers: z.object({ "If-Match": z.string().exactOptional() }),
  fails: [
    "document_path",
    "empty_document",
    "documents_full",
    "precondition_failed",
    "document_too_large",
    "unsupported_document",
  ],
  handle: async ({ admin, admission: { actor }, params, query, body, seen }) => {
    const { contentType, announcedBytes } = body;
    const held = announcedBytes ?? maxDocumentBytes;
    let isHeld = false;
    try {
      const put = await admin.operations.documents.put(actor, {
        ...placeIn(params),
        ...query,
        contentType,
        announcedBytes,
        seen,
        receive() {
          if (received + held > maxReceived)
            throw new ServiceError("rate_limited", {
              detail: "Too many documents are being received at the moment. Try again in a few seconds.",
              retryAfter: 2,
            });
          received += held;
          isHeld = true;
          return body.receive(maxDocumentBytes, () => new AdminError("document_too_large"));
        },
      });
      const { document, isNew } = resultOrThrow(put);
      admin.server.scheduler.wake("read_documents");
      return shown(document, isNew ? 201 : 200);
    } finally {
      if (isHeld) received -= held;
    }
  },
});

/** PATCH agents/{id}/documents/{path...} */
export const changeDocument = roleRoute("editor", {
  summary: "Change a document's title or address, or whether answers may use it",
  body: patchDocumentSchema,
  answer: documentSchema,
  needsRevision: true,
  fails: ["document_path"],
  handle: async ({ admin, admission: { actor }, params, body, seen }) => {
    const changed = await admin.operations.documents.change(actor, { ...body, ...placeIn(params), seen });
    const document = resultOrThrow(changed);
    admin.server.scheduler.wake("read_documents");
    return shown(document);
  },
});

/** DELETE agents/{id}/documents/{path...} */
export const removeDocument = roleRoute("editor", {
  summary: "Remove a document; answers no longer use it from the next question on",
  fails: ["document_path"],
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.documents.remove(actor, placeIn(params)));
    admin.server.scheduler.wake("read_documents");
    return nothing;
  },
});

function shown(document: UploadedDocument, status: 200 | 201 = 200) {
  return answer(documentView(document), { status, revision: document.revision });
}

function documentView(document: UploadedDocument): Document {
  const { path, title, ownTitle, type, size, sha256, state, reason, passages, missing, enabled } = document;
  const { addedAt, readAt, by, revision } = document;
  return {
    path,
    title: title ?? ownTitle ?? titleOfFile(path),
    url: addressOfDocument(document),
    type,
    bytes: size,
    sha256,
    state,
    reason,
    passages,
    missing: [...missing],
    enabled,
    addedAt: timeOf(addedAt),
    readAt: readAt === null ? null : timeOf(readAt),
    by: { kind: by.kind, name: by.name },
    revision,
  };
}
