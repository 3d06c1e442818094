import { z } from "zod";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
}

/**
 * The smallest valid value of a schema: only what is required.
 *
 * @throws if the schema requires more than its JSON Schema says
 */
export function sampleOf(schema: z.ZodType): unknown {
  const sample = sampleIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  const { success, error } = schema.safeParse(sample);
  if (!success) throw new Error(`${JSON.stringify(sample)} is not taken: ${error.message}`);
  return sample;
}

function sampleIn(schema: JsonSchema): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleIn(schema.anyOf[0]);
  switch (String([schema.type].flat()[0])) {
    case "string":
      return "sample-text-of-words".slice(0, Math.max(schema.minLength ?? 1, 12));
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleIn(schema.items ?? {}));
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleIn(schema.properties?.[name] ?? {})]),
      );
    default:
      return null;
  }
}
