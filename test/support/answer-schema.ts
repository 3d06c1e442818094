import { createAdminOpenApi } from "../../packages/server/src/routes/admin-openapi.ts";

/** The part of a JSON Schema that distinguishes free text from restricted values. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const document = JSON.parse(JSON.stringify(createAdminOpenApi("https://chat.example"))) as Document;

/**
 * The schema of a route's response, such as `GET chats/{id}`, in the admin API's document.
 *
 * @throws if it describes no such route
 */
export function answerSchema(route: string, status: number): JsonSchema {
  const [method = "", path = ""] = route.split(" ");
  const shape = (each: string) => each.replaceAll(/\{\w+\}/g, "{}").replaceAll(/(?<=\/)\d+(?=\/|$)/g, "{}");
  const name = Object.keys(document.paths).find((each) => shape(each) === shape(`/${path}`));
  const operation = name === undefined ? undefined : document.paths[name]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The admin API has no ${route}`);
  const schema = operation.responses[status]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`${route} answers ${status} with nothing that is described`);
  return schema;
}

/** The schema that applies to a value: follows references, and picks the matching alternative. */
export function schemaFor(schema: JsonSchema | undefined, value: unknown): JsonSchema {
  if (!schema) return {};
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return schemaFor(document.components.schemas[name], value);
  const variants = schema.oneOf ?? schema.anyOf;
  if (!variants) return schema;
  return schemaFor(variants.find((variant) => fits(variant, value)) ?? variants[0], value);
}

function fits(schema: JsonSchema, value: unknown): boolean {
  const { type, const: word, enum: words, properties = {} } = schemaFor(schema, value);
  if (word !== undefined) return word === value;
  if (words) return words.includes(value);
  if (type !== undefined && !(typeof type === "string" ? [type] : type).includes(typeOf(value))) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(properties).every(
    ([key, { const: fixed }]) => fixed === undefined || !(key in value) || Reflect.get(value, key) === fixed,
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
