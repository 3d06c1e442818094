import { z } from "zod";
import { agentsSchema, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { operatorTextSchema } from "./chats.ts";

const { text } = operatorTextSchema.shape;
const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((value) => !/\p{Cc}/u.test(value), "must not contain control characters");

/** An answer that people have ready for questions that come often. */
export const cannedAnswerSchema = z
  .object({
    id: z.string(),
    /** By which it is found; unique without regard to case. */
    name: z.string(),
    text: z.string(),
    /** For whose chats it is; null for those of all agents. */
    agents: agentsSchema,
    createdAt: timeSchema,
    revision: revisionSchema,
  })
  .meta({ id: "CannedAnswer" });
/** An answer that people have ready. */
export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;
/** Answer of `GET canned`. */
export const cannedAnswersSchema = pageOf(cannedAnswerSchema);

/** Body of `POST canned`: without `agents` it is for all that the caller may see. */
export const postCannedSchema = z.strictObject({ name, text, agents: agentsSchema.exactOptional() });
/** Body of `PATCH canned/{id}`. */
export const patchCannedSchema = z.strictObject({
  name: name.exactOptional(),
  text: text.exactOptional(),
  agents: agentsSchema.exactOptional(),
});
