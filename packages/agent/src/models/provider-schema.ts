import { asObject } from "@servicechat/contract";

type Schema = Readonly<Record<string, unknown>>;

/**
 * Keywords that providers refuse beside `type: object` at the top of a tool's schema. OpenAI: "schema must have type
 * 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"; Anthropic: "input_schema does not support
 * oneOf, allOf, or anyOf at the top level".
 */
const refusedAtTop = ["oneOf", "anyOf", "allOf", "not", "enum", "const", "if", "then", "else"];
/** Names of fields that Anthropic accepts. */
const fieldName = /^[\w.-]{1,64}$/;
const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
/** Deeper schemas are cut off: any value is allowed there. */
const maxDepth = 32;

/**
 * A tool's schema in a form that every provider accepts, for the model. Inputs are still checked by the whole schema,
 * so a keyword that is left out here is only one that the model reads about after its first mistake.
 */
export function providerSchema(schema: Schema): Schema {
  const branches = branchesOf(schema, schema);
  const whole = { ...schema, properties: { ...propertiesOf(branches), ...asObject(schema["properties"]) } };
  const { $schema: _draft, ...top } = clean({ ...omit(whole, refusedAtTop), type: "object" }, 0);
  return { ...top, properties: top["properties"] ?? {} };
}

function omit(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** The alternatives of a schema: their fields are all that a model can fill in. */
function branchesOf(schema: Schema, root: Schema, depth = 0): readonly Schema[] {
  if (depth > 4) return [];
  return ["allOf", "oneOf", "anyOf"].flatMap((name) => {
    const list = schema[name];
    const schemas = Array.isArray(list) ? list.map((each) => resolve(asObject(each), root)) : [];
    return schemas.flatMap((each) => (each ? [each, ...branchesOf(each, root, depth + 1)] : []));
  });
}

function propertiesOf(schemas: readonly Schema[]): Schema {
  return Object.assign({}, ...schemas.toReversed().map((schema) => asObject(schema["properties"]) ?? {}));
}

/** Follows a reference within the schema. */
function resolve(schema: Schema | undefined, root: Schema): Schema | undefined {
  const pointer = schema?.["$ref"];
  if (typeof pointer !== "string") return schema;
  return asObject(valueAt(root, pointer));
}

function valueAt(root: Schema, pointer: string): unknown {
  if (pointer === "#") return root;
  if (!pointer.startsWith("#/")) return undefined;
  const steps = pointer.slice(2).split("/");
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) return value[Number(name)];
    const fields = asObject(value);
    return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  }, root);
}

const isString = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isSchema = (value: unknown) => isBoolean(value) || asObject(value) !== undefined;
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What the newest draft, by which Anthropic checks, demands of keywords. Earlier drafts have other forms of some. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) =>
    Array.isArray(value)
      ? value.length > 0 && value.every((each) => types.has(each))
      : types.has(value as string),
  title: isString,
  description: isString,
  format: isString,
  pattern: isString,
  $ref: isString,
  $id: isString,
  $anchor: isString,
  $comment: isString,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isBoolean,
  deprecated: isBoolean,
  readOnly: isBoolean,
  writeOnly: isBoolean,
  enum: isList,
  examples: Array.isArray,
  required: (value) => Array.isArray(value) && value.every(isString),
};

const ofSchema = ["additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const ofSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"];
const ofNamedSchemas = ["patternProperties", "$defs", "definitions", "dependentSchemas"];

function clean(schema: Schema, depth: number): Record<string, unknown> {
  if (depth > maxDepth) return {};
  const cleaned: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    const kept = cleanKeyword(name, value, depth);
    if (kept !== undefined) cleaned[name] = kept;
  }
  if (Array.isArray(cleaned["required"]) && cleaned["properties"] !== undefined) {
    const named = cleaned["properties"] as Schema;
    // A field whose name is not accepted cannot be demanded either.
    cleaned["required"] = [...new Set(cleaned["required"])].filter(
      (name) => fieldName.test(name) || Object.hasOwn(named, name),
    );
  }
  const isOfLists =
    cleaned["type"] === "array" || (Array.isArray(cleaned["type"]) && cleaned["type"].includes("array"));
  // OpenAI: "array schema missing items".
  if (isOfLists && cleaned["items"] === undefined) cleaned["items"] = {};
  return cleaned;
}

function cleanKeyword(name: string, value: unknown, depth: number): unknown {
  if (name === "properties") return cleanNamed(value, depth, (field) => fieldName.test(field));
  if (ofNamedSchemas.includes(name)) return cleanNamed(value, depth, () => true);
  if (ofSchema.includes(name)) return isSchema(value) ? cleanSchema(value, depth) : undefined;
  if (ofSchemas.includes(name))
    return isList(value) ? (value as unknown[]).map((each) => cleanSchema(each, depth)) : undefined;
  // In earlier drafts a list: one schema for each place.
  if (name === "items") return Array.isArray(value) ? {} : cleanSchema(value, depth);
  const form = forms[name];
  return form && !form(value) ? undefined : value;
}

function cleanSchema(value: unknown, depth: number): unknown {
  if (isBoolean(value)) return value;
  const schema = asObject(value);
  return schema ? clean(schema, depth + 1) : {};
}

function cleanNamed(
  value: unknown,
  depth: number,
  isAccepted: (name: string) => boolean,
): Schema | undefined {
  const schemas = asObject(value);
  if (!schemas) return undefined;
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => isAccepted(name))
      .map(([name, each]) => [name, cleanSchema(each, depth)]),
  );
}
