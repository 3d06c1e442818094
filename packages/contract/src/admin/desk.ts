import { z } from "zod";
import { maxTagLength } from "./vocabulary.ts";

/**
 * A tag as operators write it: 1 to 40 characters on one line, without spaces around it. Characters that cannot be seen are
 * refused, since two tags must not look the same.
 */
const tagSchema = z
  .string()
  .trim()
  .min(1)
  .transform((tag) => tag.normalize("NFC").replace(/\s+/gu, " "))
  .refine((tag) => Array.from(tag).length <= maxTagLength, `must have at most ${maxTagLength} characters`)
  .refine((tag) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(tag), "must not contain invisible characters");

/** Body of `POST chats/{id}/tags`: tags to add and to remove. */
export const tagChatSchema = z
  .strictObject({
    add: z.array(tagSchema).max(20).exactOptional(),
    remove: z.array(z.string().min(1).max(200)).max(20).exactOptional(),
  })
  .refine(({ add = [], remove = [] }) => add.length + remove.length > 0, "must add or remove a tag");
/** Answer of `GET tags`. */
export const tagsSchema = z.object({
  items: z.array(z.object({ tag: z.string(), chats: z.number().int() })),
});
/** Body of `POST chats/{id}/snooze`: a time in the next 366 days, and the visitor's newest message that the caller has seen. */
export const snoozeChatSchema = z.strictObject({
  until: z.iso.datetime({ offset: true }),
  message: z.string().min(1).max(100).exactOptional(),
});
/** Body of `POST chats/{id}/seen`: the id of the visitor's newest message that the person has seen. */
export const seenChatSchema = z.strictObject({ message: z.string().min(1).max(100) });
