import { z } from "zod";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** A type of the schema library or of JSON Schema, in the terms of the file's author. */
export const kindOf = (type: string): string => kinds[type] ?? type;

/** The unit of texts and lists; a number has none. */
const units: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

/** The text for a missing field. */
export const missing = "is missing";

/**
 * Describes what is allowed in the words of the file's documentation. For anything else, the library's own text is
 * used.
 */
export const sayIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.inst instanceof z.ZodObject ? unknownFields(issue.keys, issue.inst) : undefined;
    case "invalid_type":
      if (issue.input === undefined) return missing;
      return `must be ${kindOf(issue.expected)}${issue.input === null ? " but is empty" : ""}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "invalid_union":
      return Array.isArray(issue["options"]) ? `must be one of ${issue["options"].join(", ")}` : undefined;
    case "too_small":
      if (issue.minimum === 1 && issue.origin in units) return "must not be empty";
      return `must be at least ${amount(issue.minimum, issue.origin)}`;
    case "too_big":
      return `must be at most ${amount(issue.maximum, issue.origin)}`;
    case "invalid_key":
      // The name itself is wrong, and its own rule describes the allowed names.
      return issue.issues[0]?.message;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "not_multiple_of":
      return undefined;
  }
};

function unknownFields(names: readonly string[], { shape }: z.ZodObject): string {
  const unknown = names.map((name) => JSON.stringify(name)).join(", ");
  return `unknown field ${unknown}; allowed: ${Object.keys(shape).join(", ")}`;
}

function amount(limit: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit === undefined ? `${limit}` : `${limit} ${unit} long`;
}
