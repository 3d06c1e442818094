import { asObject, choicesOf, fieldLabel } from "@servicechat/contract";
import type { ConfirmField, FieldValue } from "@servicechat/contract";

type Schema = Readonly<Record<string, unknown>>;

/** More are not read one by one: the whole request has them all. */
const maxFields = 40;
/** How deep a value is split into fields. Anything deeper is shown as JSON. */
const maxDepth = 4;

/**
 * An input in readable form: its values, under the titles of its schema and in the schema's order. Fields of an object
 * also have the object's own title, and a list of plain values is one field.
 *
 * @param sent the fields that the request takes; absent: all of them
 */
export function confirmFields(schema: Schema, input: unknown, sent?: readonly string[]): ConfirmField[] {
  const fields = fieldsOf(schema, asObject(input) ?? {}, { path: [], sent });
  return fields.slice(0, maxFields);
}

interface FieldScope {
  readonly path: readonly string[];
  readonly sent?: readonly string[] | undefined;
}

function fieldsOf(schema: Schema, values: Schema, { path, sent }: FieldScope): ConfirmField[] {
  const properties = asObject(schema["properties"]) ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(values)])];
  return names
    .filter((name) => Object.hasOwn(values, name) && (sent === undefined || sent.includes(name)))
    .flatMap((name) => {
      const property = Object.hasOwn(properties, name) ? (asObject(properties[name]) ?? {}) : {};
      return fieldOf(property, values[name], [...path, fieldLabel(name, property)]);
    });
}

function fieldOf(schema: Schema, value: unknown, path: readonly string[]): ConfirmField[] {
  const label = path.join(" › ");
  if (Array.isArray(value)) {
    const items = asObject(schema["items"]) ?? {};
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (isPlain) return [{ label, value: value.map((item) => shown(items, item)), ...formatOf(items) }];
    if (path.length < maxDepth)
      return value.flatMap((item, index) => fieldOf(items, item, [...path, String(index + 1)]));
  } else if (typeof value === "object" && value !== null) {
    if (path.length < maxDepth) return fieldsOf(schema, value as Schema, { path });
  } else return [{ label, value: shown(schema, value), ...formatOf(schema) }];
  return [{ label, value: JSON.stringify(value) }];
}

/** A plain value: of those that its schema lists, the one's title. */
function shown(schema: Schema, value: unknown): FieldValue {
  const choice = choicesOf(schema).find((each) => each.value === value);
  if (choice && typeof value === "string") return choice.label;
  // A number or a boolean with its own title.
  if (choice && choice.label !== JSON.stringify(value)) return choice.label;
  return value as FieldValue;
}

function formatOf({ format, ...schema }: Schema): Pick<ConfirmField, "format"> {
  const isChosen = choicesOf(schema).length > 0;
  return !isChosen && (format === "date" || format === "date-time") ? { format } : {};
}
