/** The part of a JSON Schema that the OpenAPI documents show. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A schema in TypeScript notation, such as `{items: Chat[], next: string | null}`. */
export function schemaText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(schemaText))].join(" | ");
  switch (schema.type) {
    case "array": {
      const item = schemaText(schema.items ?? {});
      return /[ |]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectText(schema);
    case undefined:
      return "any";
    default:
      return [schema.type].flat().join(" | ");
  }
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaText(field)}`,
  );
  if (fields.length > 0) return `{${fields.join(", ")}}`;
  const value = typeof additionalProperties === "object" ? schemaText(additionalProperties) : "any";
  return additionalProperties === undefined ? "{}" : `{[name]: ${value}}`;
}

/** A value's restrictions besides its type: `1 to 200`, `at most 500 characters`; empty if there are none. */
export function boundsText({ minimum, maximum, minLength, maxLength, format, anyOf = [] }: Schema): string {
  const dates = anyOf.map((each) => each.format);
  if (dates.includes("date")) return "a day, or a time as in RFC 3339";
  if (format === "date-time") return "a time as in RFC 3339";
  if (maximum === Number.MAX_SAFE_INTEGER) return `at least ${minimum}`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minLength !== undefined && maxLength !== undefined) return `${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? "" : `at most ${maxLength} characters`;
}
