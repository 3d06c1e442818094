import type { Ajv } from "ajv";
import type { WorkBudget } from "./work-budget.ts";

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
export function countReferences(ajv: Ajv, schema: Readonly<Record<string, unknown>>, budget: WorkBudget) {
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
