import { z } from "zod";
import { listQuery, momentSchema, pageOf, timeSchema } from "./list.ts";
import { ratings } from "./vocabulary.ts";

/** A visitor's rating of a reply. */
export const feedbackSchema = z
  .object({
    chat: z.string(),
    message: z.string(),
    agent: z.string(),
    at: timeSchema,
    rating: z.enum(ratings),
    comment: z.string().nullable(),
    /** The question and the answer; empty if the chat was just erased. */
    question: z.string().exactOptional(),
    answer: z.string().exactOptional(),
  })
  .meta({ id: "Feedback" });
/** A visitor's rating of a reply. */
export type Feedback = z.infer<typeof feedbackSchema>;
/** Answer of `GET feedback`. */
export const feedbackListSchema = pageOf(feedbackSchema);
/** Query of `GET feedback`. */
export const feedbackQuerySchema = z.strictObject({
  ...listQuery,
  agent: z.string().min(1).max(100).exactOptional(),
  rating: z.enum(ratings).exactOptional(),
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
});
