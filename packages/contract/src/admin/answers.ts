import { z } from "zod";
import { listQuery, pageOf, revisionSchema, timeSchema, agentsSchema } from "./list.ts";
import { operatorTextSchema } from "./chats.ts";

const printable = (value: string) => !/\p{Cc}/u.test(value);

const agent = z.string().min(1).max(100);
const text = z
  .string()
  .trim()
  .min(1)
  .max(8_000)
  .refine((value) => !value.includes("\0"), "must not contain NUL characters");
const question = z.string().trim().min(1).max(500).refine(printable, "must be one line");
const questions = z
  .array(question)
  .min(1)
  .max(50)
  .transform((all) => [...new Set(all)]);
const owner = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(printable, "must not contain control characters")
  .nullable();
const reviewOn = z.iso.date("must be a day such as 2026-11-24").nullable();

/** An answer that people have approved for questions of visitors. */
export const approvedAnswerSchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    /** Markdown. */
    text: z.string(),
    /** Wordings of the question. Visitors see the first as the name of the source. */
    questions: z.array(z.string()),
    /** It is given word for word to a question that is nearly one of these. */
    verbatim: z.boolean(),
    /** The person responsible for it. */
    owner: z.string().nullable(),
    /** The day on which it should be reviewed, such as 2026-11-26. */
    reviewOn,
    /** Replies that named it as their source. */
    hits: z.number().int(),
    lastHitAt: timeSchema.nullable(),
    createdAt: timeSchema,
    changedAt: timeSchema,
    changedBy: z.string().nullable(),
    revision: revisionSchema,
  })
  .meta({ id: "ApprovedAnswer" });
/** An answer that people have approved for questions of visitors. */
export type ApprovedAnswer = z.infer<typeof approvedAnswerSchema>;
/** Answer of `GET answers`: the one that was changed last first. */
export const approvedAnswersSchema = pageOf(approvedAnswerSchema);

/** Query of `GET answers`. `due`: those whose review date has come. */
export const answersQuerySchema = z.strictObject({
  ...listQuery,
  agent: agent.exactOptional(),
  due: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .exactOptional(),
});

/** Body of `POST answers`. `gap`: the gap that it answers. Without `owner` it is the caller's. */
export const postAnswerSchema = z.strictObject({
  agent,
  text,
  questions,
  verbatim: z.boolean().exactOptional(),
  owner: owner.exactOptional(),
  reviewOn: reviewOn.exactOptional(),
  gap: z.string().min(1).max(100).exactOptional(),
});
/** Body of `PATCH answers/{id}`. */
export const patchAnswerSchema = z.strictObject({
  text: text.exactOptional(),
  questions: questions.exactOptional(),
  verbatim: z.boolean().exactOptional(),
  owner: owner.exactOptional(),
  reviewOn: reviewOn.exactOptional(),
  gap: z.string().min(1).max(100).exactOptional(),
});

/** An approved answer in a file; omitted fields keep their values. */
export const answerFileSchema = z.strictObject({
  id: z.string().min(1).max(100).exactOptional(),
  text,
  questions,
  verbatim: z.boolean().exactOptional(),
  owner: owner.exactOptional(),
  reviewOn: reviewOn.exactOptional(),
});

/**
 * Body of `POST answers/try`: an answer as it would be. `answer` is the one that it would replace. It is tried with its
 * questions, and with all wordings of the gap that is named.
 */
export const tryAnswerSchema = z.strictObject({
  agent,
  text,
  questions,
  verbatim: z.boolean().exactOptional(),
  answer: z.string().min(1).max(100).exactOptional(),
  gap: z.string().min(1).max(100).exactOptional(),
});

/** The result of an answer for one question. */
export const triedQuestionSchema = z.object({
  question: z.string(),
  /** Whether the agent would answer with it. */
  answered: z.boolean(),
  /** Its place among what the agent finds, from 1; null where it is not among it. */
  place: z.number().int().nullable(),
  /** How surely it answers, from 0 to 1; from 0.35 on the agent answers with it. */
  score: z.number(),
  /** Whether it would be given word for word, whatever the model. */
  verbatim: z.boolean(),
  /** The agent's answer without its model. */
  says: z.string(),
});
/** The result of an answer for one question. */
export type TriedQuestion = z.infer<typeof triedQuestionSchema>;
/** Answer of `POST answers/try`: its questions in their order, then those of the gap. */
export const triedAnswerSchema = z.object({ items: z.array(triedQuestionSchema) });

const { text: cannedText } = operatorTextSchema.shape;
const cannedName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((value) => !/\p{Cc}/u.test(value), "must not contain control characters");

/** A prepared answer to a frequent question. */
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
/** A prepared answer. */
export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;
/** Answer of `GET canned`. */
export const cannedAnswersSchema = pageOf(cannedAnswerSchema);

/** Body of `POST canned`: without `agents` it is for all that the caller may see. */
export const postCannedSchema = z.strictObject({
  name: cannedName,
  text: cannedText,
  agents: agentsSchema.exactOptional(),
});
/** Body of `PATCH canned/{id}`. */
export const patchCannedSchema = z.strictObject({
  name: cannedName.exactOptional(),
  text: cannedText.exactOptional(),
  agents: agentsSchema.exactOptional(),
});
