import { z } from "zod";
import { webSourceSchema } from "../agent-file/knowledge.ts";
import { timeSchema } from "./list.ts";

/** Body of `POST knowledge/preview`: a website as `knowledge.sources` of the agent file has it. */
export const previewWebsiteSchema = z.object({ source: webSourceSchema });

/** A page as a reading would find it. */
export const previewedPageSchema = z
  .object({
    url: z.string(),
    /** Of the page itself; null where it was not read. */
    title: z.string().nullable(),
    /** How many words of text it has; 0 where it was not read. */
    words: z.number().int(),
    /** `excluded`: `robots.txt`, the page itself (`noindex`), or the source's `include` and `exclude` leave it out. */
    state: z.enum(["read", "excluded", "failed"]),
    /** A sentence for people; null for pages that were read. */
    reason: z.string().nullable(),
  })
  .meta({ id: "PreviewedPage" });
/** A page as a reading would find it. */
export type PreviewedPage = z.infer<typeof previewedPageSchema>;

/** A line of the answer of `POST knowledge/preview`: pages as they are read, and at the end how it went. */
export const previewLineSchema = z
  .union([
    z.object({ page: previewedPageSchema }),
    z.object({
      end: z.object({
        /** Pages that were read. */
        pages: z.number().int(),
        /** Whether there is more than was shown. */
        more: z.boolean(),
      }),
    }),
  ])
  .meta({ id: "PreviewLine" });
/** A line of the answer of `POST knowledge/preview`. */
export type PreviewLine = z.infer<typeof previewLineSchema>;

/** How far the reading of an agent's sources is, on whatever node. */
export const syncProgressSchema = z
  .object({
    running: z.boolean(),
    /** When the one that runs began; null if none does. */
    startedAt: timeSchema.nullable(),
    /** The entry of the agent file that is being read, as in `KnowledgeSource`; null if none is. */
    source: z.string().nullable(),
    /** Files and pages that are finished, and how many are known so far; null while that is unknown. */
    done: z.number().int(),
    total: z.number().int().nullable(),
    /** When the last one ended, and what it did; a stopped one counts. Null before the first. */
    lastFinishedAt: timeSchema.nullable(),
    lastResult: z
      .object({
        added: z.number().int(),
        changed: z.number().int(),
        removed: z.number().int(),
        failed: z.number().int(),
        same: z.number().int(),
      })
      .nullable(),
    /** When its websites are read again; null if they are not. */
    nextAt: timeSchema.nullable(),
  })
  .meta({ id: "SyncProgress" });
/** How far the reading of an agent's sources is. */
export type SyncProgress = z.infer<typeof syncProgressSchema>;
