import { createRequire } from "node:module";
import { maxContextBytes, maxTextLength } from "@servicechat/contract";
import type { MessagePart, PostedMessage } from "@servicechat/contract";
import { promptHole } from "@servicechat/contract/agent-file";
import type { ActionDefinition } from "@servicechat/contract/agent-file";
import type { ValidateFunction } from "ajv";
import { malformed } from "../answer/malformed.ts";

const require = createRequire(import.meta.url);

/** Checks by the schemas they were made from, which go with their agent's version. */
const checks = new WeakMap<object, ValidateFunction>();

type PostedAction = Extract<PostedMessage, { type: "action" }>["block"];

/** A chosen action as history keeps it. */
interface CheckedAction {
  /** What it says for the visitor. */
  readonly content: string;
  readonly part: Extract<MessagePart, { type: "action" }>;
  /** Whether it makes a request: the reply begins with it. */
  readonly makesRequest: boolean;
}

/**
 * Reads a chosen action. What it says is its prompt with each `{field}` filled in from the input, or, where a request or
 * the page does the work, its label. An action that is hidden or unknown, and one that only opens something, are refused
 * in the same words.
 *
 * @param action as visitors may see it, if they may
 * @param field where the block stands in the request, for the refusal
 * @throws ServiceError `malformed_request`
 */
export function checkAction(
  action: ActionDefinition | undefined,
  { actionId, input, result }: PostedAction,
  field: string,
): CheckedAction {
  if (!action || action.kind === "link")
    throw malformed(`${field}.actionId: names no action that can be sent`);
  checkInput(action.inputSchema, input ?? {}, field);
  if (result !== undefined) {
    if (action.kind !== "host") throw malformed(`${field}.result: only an action of kind host has one`);
    checkSize(result, `${field}.result`);
  }
  if (action.kind === "host" && input) checkSize(input, `${field}.input`);
  const given = { ...(input && { input }), ...(result !== undefined && { result }) };
  return {
    content: contentOf(action, input, field),
    part: { type: "action", actionId, ...given },
    makesRequest: action.kind === "form" && action.http !== undefined,
  };
}

function contentOf(
  action: Exclude<ActionDefinition, { kind: "link" }>,
  input: PostedAction["input"],
  field: string,
): string {
  if (action.kind !== "host") return action.prompt === undefined ? action.label : say(action, input, field);
  const lines = Object.entries(input ?? {}).map(([name, value]) => `${name}: ${plain(value)}`);
  return [action.label, ...lines].join("\n");
}

function say(
  {
    prompt,
    inputSchema,
  }: { readonly prompt?: string | undefined; readonly inputSchema?: object | undefined },
  input: PostedAction["input"],
  field: string,
): string {
  const text = (prompt ?? "").replaceAll(promptHole, (hole, name: string) => {
    const value = input && Object.hasOwn(input, name) ? input[name] : undefined;
    return value === undefined ? (inputSchema ? "" : hole) : plain(value);
  });
  if (text.trim() === "" || text.length > maxTextLength) {
    throw malformed(
      `${field}.input: makes a message that is empty or longer than ${maxTextLength} UTF-16 units`,
    );
  }
  return text;
}

/** What a model is to read as data is short. */
function checkSize(value: unknown, field: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) > maxContextBytes)
    throw malformed(`${field}: must have at most ${maxContextBytes} bytes as JSON`);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function checkInput(
  schema: Readonly<Record<string, unknown>> | undefined,
  input: object,
  field: string,
): void {
  if (!schema) return;
  const check = checks.get(schema) ?? compile(schema);
  checks.set(schema, check);
  if (check(input)) return;
  const error = check.errors?.[0];
  throw malformed(
    `${field}.input${(error?.instancePath ?? "").replaceAll("/", ".")}: ${error?.message ?? "is wrong"}`,
  );
}

/** With a compiler of its own, which knows no other schema by the same `$id`. The agent file's reader has judged it. */
function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  // Loaded with the first action that has a schema.
  const { Ajv } = require("ajv") as typeof import("ajv");
  return new Ajv({ strict: false, validateSchema: false, logger: false }).compile(schema);
}
