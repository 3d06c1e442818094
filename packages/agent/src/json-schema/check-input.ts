import { createRequire } from "node:module";
import type { Ajv, ErrorObject } from "ajv";
import { createPatternEngine } from "./pattern-engine.ts";
import { createWorkBudget, TooMuchToCheck } from "./work-budget.ts";
import type { WorkBudget } from "./work-budget.ts";

const require = createRequire(import.meta.url);

/** A mismatch: where, as a JSON Pointer, and why. */
type InputIssue = Pick<ErrorObject, "instancePath"> & { readonly message: string };

/** Says what of an input does not fit a schema: nothing when all does. */
type InputCheck = (input: unknown) => readonly InputIssue[];

/** Checks by the schemas they were made from, which go with their agent's version. */
const checks = new WeakMap<object, InputCheck>();

/**
 * Finds mismatches between an input from outside and a schema, in linear time. Keywords beyond draft 7 are ignored.
 *
 * @throws UnreadablePattern if the schema has a pattern that cannot be decided in linear time
 * @throws Error if the schema is invalid
 */
export function checkInput(schema: Readonly<Record<string, unknown>>, input: unknown): readonly InputIssue[] {
  const check = checks.get(schema) ?? compile(schema);
  checks.set(schema, check);
  return check(input);
}

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

/** With a new compiler, which knows no other schema with the same `$id`. */
function compile(schema: Readonly<Record<string, unknown>>): InputCheck {
  // Loaded with the first schema.
  const { Ajv } = require("ajv") as typeof import("ajv");
  const budget = createWorkBudget();
  const ajv = new Ajv({
    // Schemas may be of later drafts than the library knows.
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    logger: false,
    // What is optimized takes time that grows with the square of a schema's length.
    code: { regExp: createPatternEngine(budget), optimize: false },
  });
  compareOnce(ajv);
  const validate = ajv.compile(countReferences(ajv, schema, budget));
  return (input) => {
    budget.restart();
    try {
      if (validate(input)) return [];
    } catch (error) {
      if (error instanceof TooMuchToCheck) return [{ instancePath: "", message: error.message }];
      // The stack was too small for a schema that refers to itself.
      if (error instanceof RangeError) return [{ instancePath: "", message: "is nested too deeply" }];
      throw error;
    }
    return (validate.errors ?? []).map(({ instancePath, message }) => ({
      instancePath,
      message: message ?? "is wrong",
    }));
  };
}

/** The library compares every entry of a list with every other one. */
function compareOnce(ajv: Ajv): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (isWanted: boolean, list: readonly unknown[]) =>
      !isWanted || new Set(list.map((entry) => JSON.stringify(inOrder(entry)))).size === list.length,
    error: { message: "must NOT have duplicate items" },
  });
}

/** A value whose fields come in one order, so that equal ones have one text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Marked, since a list of such pairs is something else.
  return { fields: fields.map(([name, field]) => [name, inOrder(field)]) };
}

/** In about microseconds: to call the check of what is referred to. */
const workOfReference = 1;

/** A keyword that no schema has: a draft's keywords have no colon. */
const counted = "servicechat:counted";

/** Keywords whose values are data, in which `$ref` has no meaning. */
const data = new Set(["const", "enum", "default", "examples"]);

/**
 * Has a check spend from its budget wherever its schema refers to another. A schema that refers to itself in two branches of
 * `anyOf` doubles the work with each level of the input, and so do definitions that each refer twice to the next.
 *
 * @returns the schema to compile with this library
 */
function countReferences(ajv: Ajv, schema: Readonly<Record<string, unknown>>, budget: WorkBudget) {
  ajv.addKeyword({
    keyword: counted,
    // Before what is referred to is looked at.
    before: "$ref",
    validate: () => {
      budget.spend(workOfReference, "its schema refers on too often for it to be checked");
      return true;
    },
  });
  return marked(schema) as Readonly<Record<string, unknown>>;
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, data.has(name) ? field : marked(field)]);
  const copy = Object.fromEntries(fields) as Record<string, unknown>;
  return typeof copy["$ref"] === "string" ? { [counted]: true, ...copy } : copy;
}
