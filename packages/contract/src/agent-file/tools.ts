import { z } from "zod";
import { httpAddress, jsonSchema, telling, uniqueBy } from "./common.ts";
import { headersSchema, httpCallSchema, takenByCall, unknownFields } from "./http-call.ts";

/** The tool by which a model asks for a person. */
export const handoffTool = "HandOver";

/** Tools that every agent may have, by name. */
export const builtInTools = ["search_knowledge", "AskUserQuestion", handoffTool] as const;
type BuiltInTool = (typeof builtInTools)[number];

/** The tool by which a model suggests follow-ups: an agent has it by `followUps`, not by naming it. */
export const followUpsTool = "suggest_follow_ups";

/** Names that no tool of an operator's own may have. */
export const takenToolNames: readonly string[] = [...builtInTools, followUpsTool];

/** As providers allow them. */
const toolName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, "use letters, digits, '_' and '-', up to 64 characters")
  .refine((name) => !takenToolNames.includes(name), "is the name of a built-in tool");

/** A tool whose input the model fills in, and whose request the service makes. */
export const httpToolSchema = z
  .strictObject({
    name: toolName,
    /** A line for the visitor while it runs. */
    title: telling(100).optional(),
    /** Its description for the model. */
    description: telling(4000),
    inputSchema: jsonSchema.default({ type: "object", properties: {}, additionalProperties: false }),
    http: httpCallSchema,
    /** Whether the visitor is shown the request and must agree. By default, whatever does not only read asks. */
    confirm: z.boolean().optional(),
  })
  .superRefine(({ http, inputSchema }, context) => {
    for (const message of unknownFields(takenByCall(http), inputSchema))
      context.addIssue({ code: "custom", path: ["http"], message });
  });

/** The tools of a server that speaks the Model Context Protocol over streamable HTTP. */
export const mcpToolsSchema = z.strictObject({
  mcp: z.strictObject({
    url: httpAddress,
    headers: headersSchema.optional(),
    /** Names of those the agent has; without it, all. */
    only: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
    timeoutSeconds: z.int().min(1).max(30).default(15),
  }),
  /** The same, for all of them or those named. By default, those that do not say of themselves that they only read ask. */
  confirm: z.union([z.boolean(), z.array(z.string().min(1).max(200)).max(100)]).optional(),
});

const builtIn: z.ZodType<BuiltInTool> = z.enum(builtInTools);

const toolSchema = z.union([builtIn, httpToolSchema, mcpToolsSchema]);

/** The `tools` of an agent file: no two with one name. */
export const toolsSchema = uniqueBy(z.array(toolSchema).max(50), "name", nameOf);

function nameOf(tool: unknown): unknown {
  return typeof tool === "string" ? tool : (tool as { readonly name?: unknown } | null)?.name;
}

/** One HTTP tool, defaults filled in. */
export type HttpToolDefinition = z.output<typeof httpToolSchema>;
/** The tools of one MCP server, defaults filled in. */
export type McpToolsDefinition = z.output<typeof mcpToolsSchema>;
