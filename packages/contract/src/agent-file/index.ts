import { z } from "zod";
import { positions, styles } from "../widget-config.ts";

/*
 * The agent file: what an operator writes, and what the service stores of it. Every object is strict:
 * an unknown field is a fault, so a typing error never passes silently.
 */

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "use a-z, 0-9 and '-', up to 64 characters");

const httpAddress = z
  .string()
  .max(2000)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "must be an http or https address");

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable");

const jsonSchema = z.record(z.string(), z.unknown()).refine((schema) => schema["type"] === "object", {
  message: "must be a JSON Schema with type: object",
});

const modelLimits = {
  maxOutputTokens: z.int().min(1).max(1_000_000).default(2000),
  /** How much of the conversation is sent along, in tokens; the oldest turns are left out first. */
  contextTokens: z.int().min(500).max(10_000_000).default(16_000),
};

const namedModel = {
  name: z.string().min(1).max(200),
  apiKeyEnv: variableName.optional(),
  temperature: z.number().min(0).max(2).optional(),
  ...modelLimits,
};

export const modelSchema = z.discriminatedUnion("provider", [
  z.strictObject({
    provider: z.literal("openai"),
    baseUrl: httpAddress.default("https://api.openai.com/v1"),
    ...namedModel,
  }),
  z.strictObject({
    provider: z.literal("anthropic"),
    baseUrl: httpAddress.default("https://api.anthropic.com/v1"),
    ...namedModel,
  }),
  z.strictObject({ provider: z.literal("extractive"), ...modelLimits }),
]);

const actionBase = {
  id,
  name: z.string().min(1).max(100).optional(),
  label: z.string().min(1).max(100),
  description: z.string().max(500).default(""),
  icon: z.string().max(100).optional(),
  confirm: z.boolean().default(false),
  adminOnly: z.boolean().default(false),
  hideInChat: z.boolean().default(false),
};

export const actionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    ...actionBase,
    kind: z.literal("prompt"),
    prompt: z.string().min(1).max(8000),
    inputSchema: jsonSchema.optional(),
  }),
  z.strictObject({ ...actionBase, kind: z.literal("link"), url: httpAddress }),
  z.strictObject({
    ...actionBase,
    kind: z.literal("form"),
    prompt: z.string().min(1).max(8000),
    inputSchema: jsonSchema,
  }),
  z.strictObject({ ...actionBase, kind: z.literal("host"), inputSchema: jsonSchema.optional() }),
]);

const later = (what: string) => `${what} are not available in this version yet`;

/** Ids are compared in whatever was written, so that a fault elsewhere in the list hides none of these. */
const actionsSchema = z
  .array(actionSchema)
  .max(50)
  .superRefine(
    (actions: readonly { readonly id?: unknown }[], context) => {
      const ids = actions.map((action) => action?.id);
      for (const [index, id] of ids.entries())
        if (typeof id === "string" && ids.indexOf(id) < index)
          context.addIssue({
            code: "custom",
            message: `'${id}' is used twice`,
            path: [index, "id"],
            input: id,
          });
    },
    { when: ({ value }) => Array.isArray(value) },
  );

export const toolSchema = z.enum(["search_knowledge", "AskUserQuestion"], {
  error: (issue) =>
    typeof issue.input === "object"
      ? later("HTTP tools and MCP tools")
      : "must be one of the built-in tools: search_knowledge, AskUserQuestion",
});

/** Where knowledge comes from. Paths are relative to the agent file. */
export const sourceSchema = z.preprocess(
  (source, context) => {
    // Said alone: that such a source lacks 'files' would only mislead.
    if (typeof source === "object" && source !== null && ("url" in source || "sitemap" in source))
      context.addIssue(later("'url' and 'sitemap' sources"));
    return source;
  },
  z.strictObject({
    files: z.string("must be a path or pattern, such as ./docs/**/*.md").min(1).max(1000),
    /** The public address of the files' folder: the path below the pattern's fixed part is added to it. */
    linkBase: httpAddress.optional(),
  }),
);

/** The whole agent file. `parse` fills in every default, so a definition read back is complete. */
export const agentFileSchema = z.strictObject({
  id,
  name: z.string().trim().min(1).max(100),
  welcomeMessage: z.string().max(2000).nullable().default(null),
  instructions: z.string().max(50_000).default(""),
  model: modelSchema,
  branding: z
    .strictObject({
      primaryColor: z
        .string()
        .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "must be a colour written as #rgb or #rrggbb")
        .default("#0f766e"),
      logo: httpAddress.nullable().default(null),
      position: z.enum(positions).default("bottom-right"),
      style: z.enum(styles).default("windowed"),
      attribution: z.boolean().default(true),
    })
    .prefault({}),
  starters: z.array(z.string().min(1).max(200)).max(6).default([]),
  tools: z.array(toolSchema).max(50).default([]),
  actions: actionsSchema.default([]),
  knowledge: z.array(sourceSchema).max(50).default([]),
  limits: z
    .strictObject({
      maxToolRounds: z.int().min(0).max(50).default(8),
      replySeconds: z.int().min(4).max(3600).default(120),
      dailyOutputTokens: z.int().min(1).max(1_000_000_000).optional(),
    })
    .prefault({}),
});

/** An agent as described in its file, defaults filled in. */
export type AgentDefinition = z.output<typeof agentFileSchema>;
export type ModelDefinition = AgentDefinition["model"];
export type ActionDefinition = AgentDefinition["actions"][number];
export type SourceDefinition = AgentDefinition["knowledge"][number];

/** One fault of an agent file: where, and what is allowed there. */
export interface AgentFileFault {
  /** Such as `branding.primaryColor` or `actions[0].kind`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

/** Reads an agent file that was parsed from YAML or JSON. Never throws: every fault is listed with its path. */
export function parseAgentFile(
  value: unknown,
): { readonly agent: AgentDefinition } | { readonly faults: readonly AgentFileFault[] } {
  const result = agentFileSchema.safeParse(value);
  if (result.success) return { agent: result.data };
  return {
    faults: result.error.issues.map((issue) => ({ path: pathText(issue.path), message: issue.message })),
  };
}

/** `["messages", 0, "block"]` as `messages[0].block`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    "",
  );
}
