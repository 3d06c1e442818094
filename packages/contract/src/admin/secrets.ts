import { z } from "zod";
import { modelSchema } from "../agent-file/models.ts";
import { variableName } from "../agent-file/common.ts";
import { agentsSchema, pageOf, timeSchema } from "./list.ts";
import { actorKinds } from "./vocabulary.ts";

/** Names of stored secrets. Those of the service's own settings are not for agents. */
export const secretNameSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be 1 to 64 of A-Z, 0-9 and _, and begin with a letter")
  .refine((name) => !name.startsWith("SERVICECHAT_"), "must not begin with SERVICECHAT_");

/** A key for a model or a tool, without its value, which nobody is given back. */
export const secretSchema = z
  .object({
    name: z.string(),
    /** The end of the value; null for values under 16 characters. */
    lastFour: z.string().nullable(),
    /** The only places that it is sent to, such as `https://api.openai.com`. */
    origins: z.array(z.string()),
    /** Agents that may use it; null for all. Only those in the caller's scope. */
    agents: agentsSchema,
    /** Applied agents in the caller's scope that name it. */
    usedBy: z.array(z.string()),
    setAt: timeSchema,
    by: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    /** Whether the environment of the service has a value of this name, which is used in its place. */
    shadowed: z.boolean(),
  })
  .meta({ id: "Secret" });
/** A key for a model or a tool, without its value. */
export type Secret = z.infer<typeof secretSchema>;
/** Answer of `GET secrets`, by name. */
export const secretsSchema = pageOf(secretSchema);

/** Body of `PUT secrets/{name}`, which replaces it whole. */
export const putSecretSchema = z.strictObject({
  value: z
    .string()
    .min(1)
    .max(8_192)
    .regex(
      /^[\t\x20-\x7e\xa0-\xff]*$/,
      "must fit into a header: one line, without characters outside Latin-1",
    )
    .refine((value) => value === "" || value.trim() !== "", "must not be blank"),
  origins: z.array(z.string().min(1).max(300)).min(1).max(20),
  /** Left out: all agents. */
  agents: agentsSchema.exactOptional(),
});
/** Body of `PUT secrets/{name}`. */
export type PutSecret = z.infer<typeof putSecretSchema>;

/** Query of `DELETE secrets/{name}`. With `force`, also one that agents name. */
export const removeSecretQuery = z.strictObject({ force: z.enum(["true", "false"]).exactOptional() });

/** Body of `POST models/try`: a model as in the agent file. */
export const tryModelSchema = z.strictObject({ model: modelSchema });
/** Answer of `POST models/try`. */
export const triedModelSchema = z
  .discriminatedUnion("ok", [
    z.object({
      ok: z.literal(true),
      text: z.string(),
      ms: z.number().int(),
      outputTokens: z.number().int(),
    }),
    /** `failure` is a code of the table of failures. The provider's own words are for those who may see all agents. */
    z.object({ ok: z.literal(false), failure: z.string(), sentence: z.string() }),
  ])
  .meta({ id: "TriedModel" });
/** Answer of `POST models/try`. */
export type TriedModel = z.infer<typeof triedModelSchema>;

/** Body of `POST models/list`. */
export const listModelsSchema = z.strictObject({
  provider: z.enum(["openai", "openai-responses", "anthropic", "ai-sdk", "extractive"]),
  /** Left out: the provider's own. */
  baseUrl: z.string().min(1).max(2_000).exactOptional(),
  apiKeyEnv: variableName.exactOptional(),
});
/** Answer of `POST models/list`: empty where a provider has no list. */
export const listedModelsSchema = z
  .object({ items: z.array(z.object({ name: z.string() })) })
  .meta({ id: "ListedModels" });
/** Answer of `POST models/list`. */
export type ListedModels = z.infer<typeof listedModelsSchema>;
