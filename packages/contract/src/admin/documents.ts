import { z } from "zod";
import { anyOf, listQuery, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { actorKinds, documentStates, documentTypes } from "./vocabulary.ts";

const title = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => !/\p{Cc}/u.test(text), "must be one line without control characters");
const url = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .refine((text) => {
    const address = URL.canParse(text) ? new URL(text) : undefined;
    return /^https?:$/.test(address?.protocol ?? "") && !address?.username && !address?.password;
  }, "must be an absolute http or https address");

/** A document that was uploaded for an agent. */
export const documentSchema = z
  .object({
    /** Its name within the agent, with `/` between folders. */
    path: z.string(),
    /** What was given, else what the document says of itself, else the name of its file. */
    title: z.string(),
    /** Where visitors are sent; without it, it is named as a source and has no link. */
    url: z.string().nullable(),
    type: z.enum(documentTypes),
    /** The size of the document. */
    bytes: z.number().int(),
    /** Of the bytes, in lower-case hex: whoever pushes documents sends only what has changed. */
    sha256: z.string(),
    state: z.enum(documentStates),
    /** Why it is unreadable, in a sentence. */
    reason: z.string().nullable(),
    /** The pieces by which it is found. While a new one waits, those of the former one. */
    passages: z.number().int(),
    /** What was left out of it, in sentences. */
    missing: z.array(z.string()),
    /** Whether answers may use it. */
    enabled: z.boolean(),
    addedAt: timeSchema,
    /** When it was last read; null until then. */
    readAt: timeSchema.nullable(),
    /** Who uploaded these bytes. */
    by: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    /** Changes with bytes and fields, and not by being read. */
    revision: revisionSchema,
  })
  .meta({ id: "Document" });
/** A document that was uploaded for an agent. */
export type Document = z.infer<typeof documentSchema>;
/** Answer of `GET agents/{id}/documents`: by path. */
export const documentsSchema = pageOf(documentSchema);

/** Query of `GET agents/{id}/documents`. `q`: part of the path or title. */
export const documentsQuerySchema = z.strictObject({
  ...listQuery,
  q: z.string().min(1).max(300).exactOptional(),
  state: anyOf(documentStates).exactOptional(),
});

/** Query of `GET agents/{id}/documents/{path}`: `file` for the bytes, `passages` for the pieces by which it is found. */
export const readDocumentQuerySchema = z.strictObject({
  as: z.enum(["file", "passages"]).exactOptional(),
});

/** Answer of `GET agents/{id}/documents/{path}?as=passages`: all of them, in their order. */
export const documentPassagesSchema = z.object({
  items: z.array(
    z.object({
      /** From the document's title down. */
      headings: z.array(z.string()),
      /** Markdown. */
      text: z.string(),
    }),
  ),
});
/** The pieces of a document, in their order. */
export type DocumentPassages = z.infer<typeof documentPassagesSchema>;

/** Query of `PUT agents/{id}/documents/{path}`. What is left out stays as it was. */
export const putDocumentQuerySchema = z.strictObject({
  title: title.exactOptional(),
  url: url.exactOptional(),
});

/** Body of `PATCH agents/{id}/documents/{path}`. `title: null`: as the document names itself; `url: null`: no link. */
export const patchDocumentSchema = z.strictObject({
  title: title.nullable().exactOptional(),
  url: url.nullable().exactOptional(),
  enabled: z.boolean().exactOptional(),
});
