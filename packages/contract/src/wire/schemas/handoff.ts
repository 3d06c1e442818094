import { z } from "zod";
import { maxEmailLength, maxHandoffReason, maxPageLength } from "../handoff.ts";
import type { ChatEventView, HandoffState, PostedHandoff, PostedLink } from "../handoff.ts";

/**
 * An address as people write it: something, one @, and a name with a dot. Only sending shows whether mail arrives there.
 */
const emailAddress = z
  .string()
  .max(maxEmailLength, `must have at most ${maxEmailLength} characters`)
  .regex(/^[^\s@\p{C}<>()[\]\\,;:"]+@[^\s@\p{C}<>()[\]\\,;:".]+(?:\.[^\s@\p{C}<>()[\]\\,;:".]+)+$/u, {
    error: "must be an e-mail address",
  });

/** The body of POST /chat-bot/handoff. Unknown fields are ignored. */
export const postedHandoffSchema = z
  .object({
    reason: z
      .string()
      .refine((text) => text.length <= maxHandoffReason, `must have at most ${maxHandoffReason} UTF-16 units`)
      .exactOptional(),
    email: emailAddress.exactOptional(),
    lang: z
      .string()
      .max(35, "must have at most 35 characters")
      .regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i, "must be a language tag such as 'en' or 'pt-BR'")
      .exactOptional(),
    page: z.string().max(maxPageLength, `must have at most ${maxPageLength} characters`).exactOptional(),
  })
  .meta({ id: "PostedHandoff" }) satisfies z.ZodType<PostedHandoff>;

/** The body of POST /chat-bot/session. */
export const postedLinkSchema = z
  .object({ link: z.string().regex(/^[\w-]{43}$/, "must be the part after '#servicechat=' in the link") })
  .meta({ id: "PostedLink" }) satisfies z.ZodType<PostedLink>;

/** The answer of POST and DELETE /chat-bot/handoff. */
export const handoffStateSchema = z
  .object({
    holder: z.enum(["agent", "waiting", "person"]),
    open: z.boolean(),
    opensAt: z.string().exactOptional(),
  })
  .meta({ id: "HandoffState" }) satisfies z.ZodType<HandoffState>;

/** Something that happened in a chat, one of `events` of the history. */
export const chatEventSchema = z.object({
  type: z.enum([
    "waiting",
    "joined",
    "assigned",
    "left",
    "handed_back",
    "back_to_assistant",
    "nobody",
    "silent",
    "closed",
  ]),
  name: z.string().exactOptional(),
  at: z.string(),
  after: z.string().nullable(),
}) satisfies z.ZodType<ChatEventView>;
