import { z } from "zod";
import { id, telling, uniqueBy } from "./common.ts";
import { handoffReasons } from "./handoff.ts";

/*
 * The tests of an agent: what visitors say, the expected results, and what its tools answer in the meantime. Strict
 * like the agent file: a typing error never makes a test pass.
 */

/** One or several. */
function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1).max(50)]).transform((given) => [given].flat());
}

const fields = z.record(z.string(), z.unknown());

/** A text, or a regular expression between slashes, which the reader of the file checks. */
const wording = telling(1000);

const toolUse = z.union([
  telling(200),
  z.strictObject({
    tool: telling(200),
    /** The required input; it may have more. */
    input: fields.optional(),
  }),
]);

const toolUses = z
  .union([z.literal(false), oneOrMore(toolUse)])
  .transform((given) =>
    given === false ? false : given.map((use) => (typeof use === "string" ? { tool: use } : use)),
  );

const sentRequest = z.strictObject({
  tool: telling(200).optional(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  /** The whole address, or its end. */
  url: telling(2000).optional(),
  /** The required JSON of its body; it may have more. */
  body: z.unknown().optional(),
});

const expectSchema = z
  .strictObject({
    /** Pages that the answer must cite, as in `knowledge eval`. */
    cites: oneOrMore(telling(2000)).optional(),
    contains: oneOrMore(wording).optional(),
    notContains: oneOrMore(wording).optional(),
    /** Whether it has an answer at all. */
    answers: z.boolean().optional(),
    /** Tools that must be called; `false`: none but a search. */
    calls: toolUses.optional(),
    /** Requests that the visitor must be asked to confirm; `false`: none. */
    confirms: toolUses.optional(),
    /** Requests that must be made; `false`: none. */
    sends: z.union([z.literal(false), oneOrMore(sentRequest)]).optional(),
    /** Whether a person must be asked for, or for which reason. */
    handsOver: z.union([z.boolean(), z.enum(handoffReasons)]).optional(),
    /** Of the answer, such as `de`. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/, "must be a language such as en or de")
      .optional(),
    maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
    /** A question about the answer to the agent's own model. It only raises doubts. */
    judge: telling(2000).optional(),
  })
  .refine((expect) => Object.keys(expect).length > 0, {
    error: "must expect something",
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ judge, ...others }) => judge === undefined || Object.keys(others).length > 0, {
    error: "must expect something besides what is judged: a judge never decides alone",
    when: ({ issues }) => issues.length === 0,
  });

const turnSchema = z
  .strictObject({
    /** The visitor's message. */
    say: telling(8000).optional(),
    /** The visitor's choice among the options that the agent has offered. */
    choose: telling(1000).optional(),
    /** Whether the visitor agrees to the request that the agent wants to make. */
    agree: z.boolean().optional(),
    expect: expectSchema.optional(),
  })
  .refine(
    ({ say, choose, agree }) => [say, choose, agree].filter((each) => each !== undefined).length === 1,
    "must have exactly one of say, choose, agree",
  );

const standInSchema = z.strictObject({
  /** The input for which it applies; absent: any. */
  when: fields.optional(),
  /** The response of the tool's server. */
  result: z.unknown().optional(),
  /** HTTP status of the answer. */
  status: z.int().min(200).max(599).default(200),
  /** For a tool of an MCP server, which is not contacted: its description for the model. */
  description: telling(4000).optional(),
  inputSchema: fields.optional(),
  confirm: z.boolean().optional(),
});

const standInsSchema = z.record(z.string(), oneOrMore(standInSchema));

const testSchema = z
  .strictObject({
    name: telling(200),
    /** The short form: one message and its expectations. */
    say: telling(8000).optional(),
    turns: z.array(turnSchema).min(1).max(20).optional(),
    /** Of the last reply. */
    expect: expectSchema.optional(),
    /** These come before those of the file. */
    tools: standInsSchema.default({}),
    /** The visitor's identity, as the site would have signed it. */
    user: z
      .strictObject({ id: z.string().regex(/^[\x21-\x7e]{1,200}$/), name: telling(200).optional() })
      .optional(),
  })
  .refine(({ say, turns }) => (say === undefined) !== (turns === undefined), "must have either say or turns")
  .refine(
    ({ expect, turns = [] }) => expect !== undefined || turns.some((turn) => turn.expect),
    "must expect something",
  );

/** The whole file. */
export const agentTestsSchema = z.strictObject({
  /** Whose tests they are. */
  agent: id,
  /** Whether the service runs them once a day, if they are stored. */
  nightly: z.boolean().default(false),
  /** The date in the agent's instructions; always the same, so that answers are too. */
  today: z.iso.date().default("2026-01-15"),
  tools: standInsSchema.default({}),
  tests: uniqueBy(z.array(testSchema).min(1).max(1000), "name"),
});

/** A file of tests, defaults filled in. */
export type AgentTests = z.output<typeof agentTestsSchema>;
/** One test of it. */
export type AgentTest = AgentTests["tests"][number];
/** The expected results of one message. */
export type Expectations = z.output<typeof expectSchema>;
/** A tool's response in tests, instead of its server's. */
export type StandIn = z.output<typeof standInSchema>;
/** Something that the visitor does. */
export type TestTurn = z.output<typeof turnSchema>;

/** The JSON Schema of a file of tests, as it is written. */
export function agentTestsJsonSchema(): object {
  return z.toJSONSchema(agentTestsSchema, { io: "input" });
}
