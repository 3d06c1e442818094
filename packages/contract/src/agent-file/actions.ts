import { z } from "zod";
import { httpAddress, id, jsonSchema, uniqueBy } from "./common.ts";
import { httpCallSchema, unknownFields } from "./http-call.ts";

const base = {
  id,
  name: z.string().min(1).max(100).optional(),
  label: z.string().min(1).max(100),
  description: z.string().max(500).default(""),
  icon: z.string().max(100).optional(),
  confirm: z.boolean().default(false),
  adminOnly: z.boolean().default(false),
  hideInChat: z.boolean().default(false),
};

const prompt = z.string().min(1).max(8000);

export const actionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...base, kind: z.literal("prompt"), prompt, inputSchema: jsonSchema.optional() }),
  z.strictObject({ ...base, kind: z.literal("link"), url: httpAddress }),
  z
    .strictObject({
      ...base,
      kind: z.literal("form"),
      inputSchema: jsonSchema,
      /** Said for the visitor once the form is filled in; or */
      prompt: prompt.optional(),
      /** the request that the service makes with it, whose answer the agent then speaks about. */
      http: httpCallSchema.optional(),
    })
    .superRefine(({ prompt: said, http, inputSchema }, context) => {
      if ((said === undefined) === (http === undefined))
        context.addIssue({ code: "custom", path: ["prompt"], message: "give either 'prompt' or 'http'" });
      for (const name of http ? unknownFields(http, inputSchema) : [])
        context.addIssue({
          code: "custom",
          path: ["http"],
          message: `{${name}} is not in the inputSchema`,
        });
    }),
  z.strictObject({ ...base, kind: z.literal("host"), inputSchema: jsonSchema.optional() }),
]);

export const actionsSchema = uniqueBy(z.array(actionSchema).max(50), "id");

export type ActionDefinition = z.output<typeof actionSchema>;
export type FormAction = Extract<ActionDefinition, { kind: "form" }>;
