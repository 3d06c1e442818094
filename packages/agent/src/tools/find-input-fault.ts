import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";

const require = createRequire(import.meta.url);

const validators = new WeakMap<object, ValidateFunction>();

/**
 * What is wrong with a tool's input, in words that help a model to do better; `undefined` when it fits the schema.
 *
 * @throws Error when the schema itself is none
 */
export function findInputFault(
  schema: Readonly<Record<string, unknown>>,
  input: unknown,
): string | undefined {
  if (input === undefined) return "the arguments are not a JSON object";
  let validate = validators.get(schema);
  if (!validate) {
    // Loaded with the first call of a tool.
    const { Ajv } = require("ajv") as typeof import("ajv");
    // Schemas may be of later drafts than the library knows: what it does not know of them is passed over.
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false, validateSchema: false });
    validate = ajv.compile(schema);
    validators.set(schema, validate);
  }
  if (validate(input)) return undefined;
  const faults = (validate.errors ?? []).slice(0, 5);
  return faults
    .map(({ instancePath, message }) => `input${instancePath} ${message ?? "is wrong"}`)
    .join("; ");
}
