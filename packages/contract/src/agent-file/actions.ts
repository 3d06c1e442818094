import { z } from "zod";
import { httpAddress, id, jsonSchema, telling, uniqueBy } from "./common.ts";
import { httpCallSchema, takenByCall, unknownFields } from "./http-call.ts";

const base = {
  id,
  name: telling(100).optional(),
  label: telling(100),
  description: z.string().max(500).default(""),
  icon: z.string().max(100).optional(),
  confirm: z.boolean().default(false),
  adminOnly: z.boolean().default(false),
  hideInChat: z.boolean().default(false),
};

/** `{field}` in a prompt: filled in from the input. */
export const promptHole = /\{([\w-]+)\}/g;

const takenByPrompt = (prompt: string) => Array.from(prompt.matchAll(promptHole), ([, name = ""]) => name);

const prompt = telling(8000);

const actionSchema = z.discriminatedUnion("kind", [
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
      const taken = { http: http ? takenByCall(http) : [], prompt: takenByPrompt(said ?? "") };
      for (const [field, names] of Object.entries(taken))
        for (const message of unknownFields(names, inputSchema))
          context.addIssue({ code: "custom", path: [field], message });
    }),
  z.strictObject({ ...base, kind: z.literal("host"), inputSchema: jsonSchema.optional() }),
]);

/** The `actions` of an agent file: no two with one id. */
export const actionsSchema = uniqueBy(z.array(actionSchema).max(50), "id");

/** One action, defaults filled in. */
export type ActionDefinition = z.output<typeof actionSchema>;
/** An action that asks the visitor for fields. */
export type FormAction = Extract<ActionDefinition, { kind: "form" }>;
