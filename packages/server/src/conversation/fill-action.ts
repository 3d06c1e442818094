import { ServiceError } from "@servicechat/contract";
import type { ActionDefinition } from "@servicechat/contract/agent-file";
import { maxTextLength } from "@servicechat/contract/schemas";
import { Ajv, type ValidateFunction } from "ajv";

/** Checks by the schemas they were made from, which go with their agent's version. */
const checks = new WeakMap<object, ValidateFunction>();

/**
 * The text that a chosen action says for the visitor: its prompt with each `{field}` filled in from the input. An
 * action that is hidden or unknown, and one that says nothing, are refused in the same words.
 *
 * @param field where the block stands in the request, for the refusal
 */
export function fillAction(
  action: ActionDefinition | undefined,
  input: Readonly<Record<string, unknown>> | undefined,
  field: string,
): string {
  if (!action || (action.kind !== "prompt" && action.kind !== "form")) {
    throw refused(`${field}.actionId: names no action that can be sent`);
  }
  checkInput(action.inputSchema, input ?? {}, field);
  const text = action.prompt.replaceAll(/\{([\w-]+)\}/g, (hole, name: string) => {
    const value = input && Object.hasOwn(input, name) ? input[name] : undefined;
    return value === undefined ? (action.inputSchema ? "" : hole) : plain(value);
  });
  if (text.trim() === "" || text.length > maxTextLength) {
    throw refused(
      `${field}.input: makes a message that is empty or longer than ${maxTextLength} UTF-16 units`,
    );
  }
  return text;
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
  throw refused(
    `${field}.input${(error?.instancePath ?? "").replaceAll("/", ".")}: ${error?.message ?? "is wrong"}`,
  );
}

/** With a compiler of its own, which knows no other schema by the same `$id`. The agent file's reader has judged it. */
function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  return new Ajv({ strict: false, validateSchema: false, logger: false }).compile(schema);
}

function refused(detail: string): ServiceError {
  return new ServiceError("malformed_request", { detail });
}
