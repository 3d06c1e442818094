import { z } from "zod";
import { timeSchema } from "./list.ts";
import { flagReasons } from "./vocabulary.ts";

/** An operator's flag of a reply. */
export const replyFlagSchema = z
  .object({
    reason: z.enum(flagReasons),
    /** The right answer. */
    right: z.string().nullable(),
    /** Name of the person who flagged it. */
    by: z.string().nullable(),
    at: timeSchema,
  })
  .meta({ id: "ReplyFlag" });
/** An operator's flag of a reply. */
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
    .refine((value) => !value.includes("\0"), "must not contain NUL characters")
    .nullable()
    .exactOptional(),
});
