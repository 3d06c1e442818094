import { checkInput } from "../json-schema/check-input.ts";

/**
 * What is wrong with a tool's input, in words that help a model to do better; `undefined` if it matches the schema.
 *
 * @throws Error if the schema itself is invalid, or has a pattern that cannot be checked in linear time
 */
export function findInputIssue(
  schema: Readonly<Record<string, unknown>>,
  input: unknown,
): string | undefined {
  if (input === undefined) return "the arguments are not a JSON object";
  const issues = checkInput(schema, input).slice(0, 5);
  if (issues.length === 0) return undefined;
  return issues.map(({ instancePath, message }) => `input${instancePath} ${message}`).join("; ");
}
