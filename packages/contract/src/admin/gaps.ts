import { z } from "zod";
import { anyOf, listQuery, momentSchema, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { gapClosings, gapStates, marks } from "./vocabulary.ts";

/** The passage that came nearest to a question. */
const nearestSchema = z.object({
  title: z.string(),
  url: z.string().nullable(),
  text: z.string(),
  /** Between 0 and 1; from 0.35 on the agent answers with it. */
  score: z.number(),
});

/** Questions of visitors that are about the same and were not answered well. */
export const gapSchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    state: z.enum(gapStates),
    /** The wording that was used most often. */
    question: z.string(),
    questions: z.number().int(),
    chats: z.number().int(),
    /** When it was asked first and last. */
    firstAt: timeSchema,
    lastAt: timeSchema,
    marks: z.array(z.enum(marks)),
    nearest: nearestSchema.nullable(),
    openedAt: timeSchema,
    /** When its state changed last. */
    changedAt: timeSchema,
    /** Why it closed automatically: a sync or an approved answer made it answerable. */
    closedBy: z.enum(gapClosings).nullable(),
    /** Name of the person who dismissed or reopened it. */
    changedBy: z.string().nullable(),
    revision: revisionSchema,
  })
  .meta({ id: "Gap" });
/** Questions of visitors that are about the same and were not answered well. */
export type Gap = z.infer<typeof gapSchema>;

/** One wording of a gap's question. */
export const gapVariantSchema = z.object({
  question: z.string(),
  /** Among the gap's 200 newest questions. */
  times: z.number().int(),
  lastAt: timeSchema,
  marks: z.array(z.enum(marks)),
  nearest: nearestSchema.nullable(),
  /** The newest 20 messages of visitors that were answered so. `message` is the reply's id. */
  asked: z.array(z.object({ chat: z.string(), message: z.string(), at: timeSchema })),
});
/** One wording of a gap's question. */
export type GapVariant = z.infer<typeof gapVariantSchema>;

/** Answer of `GET gaps`: those of most chats first. */
export const gapsSchema = pageOf(gapSchema);
/** Answer of `GET gaps/{id}`: with its wordings, those used most often first. */
export const gapWithVariantsSchema = gapSchema
  .extend({ variants: z.array(gapVariantSchema) })
  .meta({ id: "GapWithVariants" });
/** A gap with its wordings. */
export type GapWithVariants = z.infer<typeof gapWithVariantsSchema>;

/** Query of `GET gaps`. */
export const gapsQuerySchema = z.strictObject({
  ...listQuery,
  agent: z.string().min(1).max(100).exactOptional(),
  state: anyOf(gapStates).exactOptional(),
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
});
