import { z } from "zod";
import { httpAddress, variableName } from "./common.ts";

const limits = {
  maxOutputTokens: z.int().min(1).max(1_000_000).default(2000),
  /** How much of the conversation is sent along, in tokens; the oldest turns are left out first. */
  contextTokens: z.int().min(500).max(10_000_000).default(16_000),
};

const named = {
  name: z.string().min(1).max(200),
  apiKeyEnv: variableName.optional(),
  temperature: z.number().min(0).max(2).optional(),
  ...limits,
};

/** How long a reasoning model may think before it speaks. */
const reasoning = z.enum(["minimal", "low", "medium", "high"]).optional();

const openAiAddress = httpAddress.default("https://api.openai.com/v1");

/** What answers: a language model, or only the search. */
export const modelSchema = z.discriminatedUnion("provider", [
  /** Any server that speaks Chat Completions. */
  z.strictObject({ provider: z.literal("openai"), baseUrl: openAiAddress, ...named, reasoning }),
  /** Any server that has OpenAI's Responses. */
  z.strictObject({ provider: z.literal("openai-responses"), baseUrl: openAiAddress, ...named, reasoning }),
  z.strictObject({
    provider: z.literal("anthropic"),
    baseUrl: httpAddress.default("https://api.anthropic.com/v1"),
    ...named,
  }),
  /** A model object of the AI SDK, made by a module of the operator's own. */
  z.strictObject({
    provider: z.literal("ai-sdk"),
    /** A file whose default export is the model. Relative to the agent file. */
    module: z.string().min(1).max(1000),
    /** The variable that the module reads its key from: looked for by `doctor`, and kept out of the log. */
    apiKeyEnv: variableName.optional(),
    temperature: z.number().min(0).max(2).optional(),
    ...limits,
  }),
  z.strictObject({ provider: z.literal("extractive"), ...limits }),
]);

/** Where texts become vectors, for the second ranking of knowledge. */
export const embeddingsSchema = z.discriminatedUnion("provider", [
  /** Any server that has OpenAI's `/embeddings`. */
  z.strictObject({
    provider: z.literal("openai"),
    baseUrl: openAiAddress,
    name: z.string().min(1).max(200),
    apiKeyEnv: variableName.optional(),
    /** Asked for, where the model lets one choose. */
    dimensions: z.int().min(8).max(4096).optional(),
  }),
  /** A small model for English that runs in the service itself. */
  z.strictObject({ provider: z.literal("local") }),
]);

/** One model, defaults filled in. */
export type ModelDefinition = z.output<typeof modelSchema>;
/** Where texts become vectors, defaults filled in. */
export type EmbeddingsDefinition = z.output<typeof embeddingsSchema>;
