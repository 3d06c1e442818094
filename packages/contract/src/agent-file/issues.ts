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
const missing = "is missing";

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

type Issue = z.core.$ZodIssue;

/**
 * Where several forms are allowed, the faults of the form that was meant: of those that the value could be at all, an
 * object or a text, the one that has the fewest. Where it could be none, all of them. Any other issue is itself.
 */
export function issuesAsMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const similar = issue.errors.filter((form) => !form.some(isOtherKind));
  if (similar.length === 0) return [{ ...issue, message: allKinds(issue.errors) }];
  const forms = similar.map((form) =>
    form.flatMap((each) => issuesAsMeant({ ...each, path: [...issue.path, ...each.path] })),
  );
  if (similar.length > 1 && similar.every((form) => form.every(isMissing)))
    return [{ ...issue, message: allForms(issue.errors) }];
  return forms.reduce((best, form) => (count(form) < count(best) ? form : best));
}

/** Whether the fault is a missing field, which does not show which form was meant. */
function isMissing({ code, path, message }: Issue): boolean {
  return path.length === 1 && code === "invalid_type" && message === missing;
}

function allKinds(forms: readonly (readonly Issue[])[]): string {
  const kinds = forms.flat().flatMap((fault) => {
    if (fault.path.length > 0) return [];
    if (fault.code === "invalid_type") return [kindOf(fault.expected)];
    return fault.code === "invalid_value" ? [`one of ${fault.values.join(", ")}`] : [];
  });
  return `must be ${[...new Set(kinds)].join(", or ")}`;
}

function allForms(forms: readonly (readonly Issue[])[]): string {
  const objects = forms.filter((form) => form.every(isMissing));
  const words = forms.flat().flatMap((fault) => (fault.code === "invalid_value" ? fault.values : []));
  const fields = objects.map((form) => form.map(({ path }) => String(path[0])).join(" and "));
  return `must ${words.length > 0 ? `be one of ${words.join(", ")}, or ` : ""}have ${fields.join(", or ")}`;
}

/**
 * Whether the fault concerns the value as a whole: it is not an object where one is required, or not one of the allowed
 * words.
 */
function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

/** Unknown fields count as one fault each, although they are reported together. */
function count(faults: readonly Issue[]): number {
  return faults.reduce((sum, fault) => sum + (fault.code === "unrecognized_keys" ? fault.keys.length : 1), 0);
}
