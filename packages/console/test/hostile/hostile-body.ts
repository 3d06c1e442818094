import { parse, stringify } from "yaml";
import { hostileAddresses } from "../../../../test/support/hostile-addresses.ts";
import { hostileTexts } from "../../../../test/support/hostile-texts.ts";
import { schemaFor, type JsonSchema } from "../../../../test/support/answer-schema.ts";

const texts = Object.values(hostileTexts);
const addresses = Object.values(hostileAddresses);

/** All payloads, one after the other. */
export const everyText: string = texts.join("\n");

/** Which payload the fields of a row contain; outside of rows, each field contains all of them. */
type Row = number | "none";

/**
 * A response of the admin API with hostile text in every field for which its schema allows free text. The outermost
 * lists become so long that every payload occurs in every field of their rows; a field outside of lists contains all
 * payloads. Values that the schema restricts (enumerations, times, patterns) remain, and so do the ids of the first
 * rows, by which pages find things.
 */
export function hostileBody(body: unknown, schema: JsonSchema): unknown {
  return copyOf(body, schema, "none", "");
}

function copyOf(value: unknown, given: JsonSchema | undefined, row: Row, name: string): unknown {
  const schema = schemaFor(given, value);
  if (typeof value === "string") return isFree(schema) ? textFor(value, row, name) : value;
  if (Array.isArray(value)) return listOf(value, schema.items, row, name);
  if (typeof value === "object" && value !== null) return objectOf(value, schema, row, name);
  return value;
}

/** Whether a schema does not restrict a text. */
const isFree = ({ enum: words, const: word, format, pattern }: JsonSchema): boolean =>
  words === undefined && word === undefined && format === undefined && pattern === undefined;

function textFor(value: string, row: Row, name: string): string {
  if (/^(?:revision|next|primaryColor|position)$/.test(name)) return value;
  // These become part of URLs, which servers limit to 16 KB.
  if (/^(?:id|agent)$/.test(name) && row === "none") return value;
  if (name === "file") return hostileFile(value);
  // Files restrict times, and the field that a fault belongs to is not foreign.
  if (/^\d\d:\d\d-\d\d:\d\d$/.test(value)) return value;
  const [field = ""] = (name === "message" && /^[a-z][\w.[\]]+: /.exec(value)) || [];
  const number = row === "none" ? 0 : row;
  if (/^(?:url|origin)$/.test(name)) return addresses[number % addresses.length] ?? "";
  return field + (row === "none" ? everyText : (texts[number % texts.length] ?? ""));
}

function listOf(
  items: readonly unknown[],
  schema: JsonSchema | undefined,
  row: Row,
  name: string,
): unknown[] {
  const copied = items.map((item, index) => copyOf(item, schema, row === "none" ? index : row, name));
  const isChanged = JSON.stringify(copied) !== JSON.stringify(items);
  if (row !== "none" || !isChanged) return copied;
  return Array.from({ length: Math.max(texts.length, items.length) }, (_, index) => {
    const item = items[index % items.length];
    const made = copyOf(item, schema, index, name);
    return index < items.length && isObject(item) ? { ...(made as object), ...idOf(item) } : made;
  });
}

const isObject = (item: unknown): item is object => typeof item === "object" && item !== null;

/** By what pages find a row: its id, or the agent whose it is. */
function idOf(item: object): object {
  if ("id" in item) return { id: item.id };
  return "agent" in item ? { agent: item.agent } : {};
}

function objectOf(value: object, schema: JsonSchema, row: Row, name: string): object {
  const { properties, additionalProperties, propertyNames } = schema;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const ofNames = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  if (!properties && ofNames && !propertyNames?.enum) return recordOf(entries, additionalProperties, row);
  const made = entries.map(([key, inner]) => [
    key,
    !properties && /^(?:type|kind|status)$/.test(key)
      ? inner // identifies the kind of a part, which the schema does not restrict
      : copyOf(inner, properties?.[key], row, name === "user" && key === "id" ? "sub" : key),
  ]);
  return { ...(row !== "none" && absent(value, properties ?? {}, row)), ...Object.fromEntries(made) };
}

/** Optional texts that a row does not have. */
function absent(value: object, properties: NonNullable<JsonSchema["properties"]>, row: number): object {
  const lacking = Object.entries(properties).filter(
    ([key, schema]) => !(key in value) && schema.type === "string" && isFree(schema),
  );
  return Object.fromEntries(lacking.map(([key]) => [key, textFor("", row, key)]));
}

/** A record keyed by foreign names, such as an agent's tools: the keys become hostile too. */
function recordOf(
  entries: readonly (readonly [string, unknown])[],
  schema: JsonSchema,
  row: Row,
): Readonly<Record<string, unknown>> {
  if (entries.length === 0) return {};
  const names = row === "none" ? texts : [texts[row % texts.length] ?? ""];
  return Object.fromEntries(
    names.map((name, index) => [name, copyOf(entries[index % entries.length]?.[1], schema, row, "")]),
  );
}

/** A file that can still be parsed, with hostile text in its values and comments. */
function hostileFile(file: string): string {
  const values = copyOf(parse(file), {}, "none", "");
  return stringify(values, { lineWidth: 0 }) + everyText.replaceAll(/^/gm, "# ");
}
