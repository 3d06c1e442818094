import { z } from "zod";
import { fonts, positions, styles } from "../wire/widget-config.ts";
import { actionsSchema } from "./actions.ts";
import { agentTestsSchema, type AgentTests } from "./agent-tests.ts";
import { httpAddress, id, sizeUpTo, telling } from "./common.ts";
import { issuesAsMeant, sayIssue } from "./issues.ts";
import { handoffSchema } from "./handoff.ts";
import { namesUser, userHole } from "./http-call.ts";
import { identitySchema } from "./identity.ts";
import { knowledgeSchema } from "./knowledge.ts";
import { modelSchema } from "./models.ts";
import { noticeSchema } from "./notice.ts";
import { handoffTool, toolsSchema } from "./tools.ts";

export * from "./actions.ts";
export * from "./agent-tests.ts";
export { id as agentIdSchema } from "./common.ts";
export { issuesAsMeant, kindOf, sayIssue } from "./issues.ts";
export * from "./handoff.ts";
export * from "./http-call.ts";
export * from "./identity.ts";
export * from "./knowledge.ts";
export * from "./models.ts";
export * from "./notice.ts";
export * from "./secrets.ts";
export * from "./tools.ts";

/*
 * The agent file: what an operator writes, and what the service stores of it. Every object is strict:
 * an unknown field is a fault, so a typing error never passes silently.
 */

/** The files that visitors may send. Checked by content, whatever a file's name is. */
export const uploadTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "text/plain",
  "text/markdown",
  "text/csv",
] as const;

const uploadsSchema = z.strictObject({
  types: z
    .array(z.enum(uploadTypes))
    .min(1)
    .default([...uploadTypes]),
  /** Of one file. */
  maxBytes: sizeUpTo(20 * 1024 * 1024).default(5 * 1024 * 1024),
});

const limitsSchema = z.strictObject({
  maxToolRounds: z.int().min(0).max(50).default(8),
  replySeconds: z.int().min(4).max(3600).default(120),
  dailyOutputTokens: z.int().min(1).max(1_000_000_000).optional(),
  /** Replies of one key that run or wait at the same time. */
  concurrentReplies: z.int().min(1).max(100_000).optional(),
  /** Messages of one chat, and of all chats from one address, in any hour. */
  sessionMessagesPerHour: z.int().min(1).max(100_000).optional(),
  addressMessagesPerHour: z.int().min(1).max(1_000_000).optional(),
  /** Chats from one address that ask for a person in any hour. Absent: 20, and any number from a private network. */
  addressHandoffsPerHour: z.int().min(1).max(1_000_000).optional(),
  /** Requests of any kind from one address in any minute, for each key. */
  addressRequestsPerMinute: z.int().min(1).max(1_000_000).optional(),
});

/** The whole agent file. `parse` fills in every default, so a definition read back is complete. */
export const agentFileSchema = z
  .strictObject({
    id,
    name: telling(100),
    welcomeMessage: z.string().max(2000).nullable().default(null),
    instructions: z.string().max(50_000).default(""),
    model: modelSchema,
    /** Asked one after the other when the model before cannot answer. */
    fallbackModels: z.array(modelSchema).max(5).default([]),
    branding: z
      .strictObject({
        primaryColor: z
          .string()
          .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "must be a color written as #rgb or #rrggbb")
          .default("#0f766e"),
        logo: httpAddress.nullable().default(null),
        /** Absent: the logo is in the bubble, or the default mark. */
        bubbleImage: httpAddress.optional(),
        position: z.enum(positions).default("bottom-right"),
        style: z.enum(styles).default("windowed"),
        attribution: z.boolean().default(true),
        /** Absent: the chat's own font. */
        font: z.enum(fonts).optional(),
      })
      .prefault({}),
    starters: z.array(telling(200)).max(6).default([]),
    tools: toolsSchema.default([]),
    actions: actionsSchema.default([]),
    knowledge: knowledgeSchema.prefault([]),
    /** Absent: visitors cannot send files. */
    uploads: uploadsSchema.optional(),
    /** Absent: no visitor can prove who they are. */
    identity: identitySchema.optional(),
    /** Whether the model gets the title and URL of the page around the chat. */
    pageContext: z.boolean().default(false),
    /** Whether visitors can say of an answer that it helped, or did not. Absent: they can. */
    feedback: z.boolean().optional(),
    /** Whether the model is asked for questions that the visitor may want to ask next. */
    followUps: z.boolean().default(false),
    /** Absent: no person takes part in its chats. */
    handoff: handoffSchema.optional(),
    /** Absent: visitors read in the chat's own sentence that an AI answers. */
    notice: noticeSchema.optional(),
    limits: limitsSchema.prefault({}),
  })
  .superRefine(({ handoff, tools }, context) => {
    const index = tools.indexOf(handoffTool);
    if (handoff || index < 0) return;
    context.addIssue({
      code: "custom",
      path: ["tools", index],
      message: `'${handoffTool}' needs 'handoff': without it there is nobody to hand over to`,
    });
  })
  .superRefine(({ identity, tools, actions }, context) => {
    if (identity) return;
    for (const [field, calls] of Object.entries({ tools, actions }))
      for (const [index, call] of calls.entries())
        if (typeof call === "object" && "http" in call && call.http && namesUser(call.http))
          context.addIssue({
            code: "custom",
            path: [field, index, "http", "headers"],
            message: `${userHole} needs an 'identity': without one nobody is believed`,
          });
  });

/** An agent as described in its file, defaults filled in. */
export type AgentDefinition = z.output<typeof agentFileSchema>;
/** The files that visitors may send, if any. */
export type UploadsDefinition = NonNullable<AgentDefinition["uploads"]>;

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
  const result = agentFileSchema.safeParse(value, { error: sayIssue });
  if (result.success) return { agent: result.data };
  return { faults: faultsIn(result.error, (path) => pathAsWritten(path, value)) };
}

/** The same for a file of tests. */
export function parseAgentTests(
  value: unknown,
): { readonly tests: AgentTests } | { readonly faults: readonly AgentFileFault[] } {
  const result = agentTestsSchema.safeParse(value, { error: sayIssue });
  return result.success ? { tests: result.data } : { faults: faultsIn(result.error) };
}

type Path = readonly PropertyKey[];

function faultsIn(
  { issues }: z.ZodError,
  asWritten: (path: Path) => Path = (path) => path,
): readonly AgentFileFault[] {
  const faults = issues.flatMap(issuesAsMeant);
  const ofWrongKind = new Set(
    faults.filter(({ code }) => code === "invalid_type").map(({ path }) => pathText(path)),
  );
  // Of a text where a list is wanted the library also counts the characters, as if they were entries.
  const isConsequence = ({ code, path }: Fault) =>
    (code === "too_big" || code === "too_small") && ofWrongKind.has(pathText(path));
  return faults
    .filter((fault) => !isConsequence(fault))
    .map(({ path, message }) => ({ path: pathText(asWritten(path)), message }));
}

type Fault = Pick<z.core.$ZodIssue, "code" | "path">;

/** A list of sources in place of `knowledge` as a whole is reported with its path as written. */
function pathAsWritten(path: readonly PropertyKey[], file: unknown): readonly PropertyKey[] {
  const [field, ...inside] = path;
  const isListAlone =
    field === "knowledge" && Array.isArray((file as { readonly knowledge?: unknown })[field]);
  return isListAlone ? [field, ...inside.slice(1)] : path;
}

/** The JSON Schema of an agent file, as it is written. */
export function agentFileJsonSchema(): object {
  return z.toJSONSchema(agentFileSchema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema !== knowledgeSchema) return;
      const { anyOf: _, ...settings } = jsonSchema;
      const sources = settings.properties?.["sources"];
      for (const name of Object.keys(settings)) delete jsonSchema[name];
      jsonSchema.anyOf = [typeof sources === "object" ? sources : {}, settings];
    },
  });
}

/** `["messages", 0, "block"]` as `messages[0].block`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    "",
  );
}
