import { z } from "zod";
import { listQuery, momentSchema, pageOf, timeSchema } from "./list.ts";

const sessionFields = {
  id: z.string(),
  agent: z.string(),
  /** Number of the newest turn; 0 before the first. */
  turns: z.number().int(),
  createdAt: timeSchema,
  lastActiveAt: timeSchema,
};

/** A chat as its turns, which is how `servicechat session` shows it. */
export const sessionSchema = z.object(sessionFields).meta({ id: "Session" });
/** A chat as `servicechat session list` shows it. */
export const sessionItemSchema = sessionSchema
  .extend({
    /** The visitor's first question, a line for each message. */
    firstQuestion: z.string(),
    /** Number of its turns without an answer. */
    unanswered: z.number().int(),
  })
  .meta({ id: "SessionItem" });
/** A chat as `servicechat session list` shows it. */
export type SessionItem = z.infer<typeof sessionItemSchema>;
/** Answer of `GET sessions`. */
export const sessionsSchema = pageOf(sessionItemSchema);

/** Query of `GET sessions`. */
export const sessionsQuerySchema = z.strictObject({
  ...listQuery,
  agent: z.string().min(1).max(100).exactOptional(),
  /** Active at that moment or later. */
  from: momentSchema.exactOptional(),
  /** Begun before that moment. */
  to: momentSchema.exactOptional(),
  q: z.string().min(1).max(1_000).exactOptional(),
  /** Only those with a question that was left without an answer. */
  unanswered: z.literal("true").exactOptional(),
  /** Only those whose visitor left an address and waits for an answer. */
  address: z.literal("unanswered").exactOptional(),
});

/** A turn as it is stored: its fields may change with any version. */
const turnSchema = z.record(z.string(), z.unknown());
/** Answer of `GET sessions/{id}`: turns oldest first. */
export const sessionTurnsSchema = z.object({
  session: sessionSchema,
  turns: z.array(turnSchema),
  next: z.string().nullable(),
});
/** Answer of `GET sessions/{id}/export`: everything that is stored of a chat; `bytes` of files in base64. */
export const exportedSessionSchema = z.object({
  session: sessionSchema,
  turns: z.array(turnSchema),
  files: z.array(z.object({ bytes: z.base64() }).catchall(z.unknown())),
});
