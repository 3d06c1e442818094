import { z } from "zod";
import { timeSchema } from "./list.ts";
import { flagReasons } from "./vocabulary.ts";

/** What an operator has found wrong with a reply. */
export const replyFlagSchema = z
  .object({
    reason: z.enum(flagReasons),
    /** What would have been right. */
    right: z.string().nullable(),
    /** Name of the person who flagged it. */
    by: z.string().nullable(),
    at: timeSchema,
  })
  .meta({ id: "ReplyFlag" });
/** What an operator has found wrong with a reply. */
export type ReplyFlag = z.infer<typeof replyFlagSchema>;

/** Body of `POST chats/{id}/flags`. `message` is the id of an agent's message, `right` what would have been right. */
export const postFlagSchema = z.strictObject({
  message: z.string().min(1).max(100),
  reason: z.enum(flagReasons),
  right: z
    .string()
    .trim()
    .min(1)
    .max(8_000)
    .refine((value) => !value.includes("\0"), "must not have NUL characters")
    .nullable()
    .exactOptional(),
});
