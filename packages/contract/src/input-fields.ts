import { asObject } from "./as-object.ts";

/** A JSON Schema, or a part of one; nothing in it may be relied on before it has been checked. */
type Schema = Readonly<Record<string, unknown>>;

/** One of the values that a field allows, and its label for people. */
export interface FieldChoice {
  readonly value: unknown;
  readonly label: string;
}

/**
 * The values to choose from that a property of an input's schema lists: as `enum`, where `enumNames` may say how they read,
 * or as `oneOf` or `anyOf` with a `const` and a `title` each. Empty where it lists none.
 */
export function choicesOf({ enum: values, enumNames, oneOf, anyOf }: Schema): readonly FieldChoice[] {
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value: unknown, index) => ({ value, label: labelFor(names[index], value) }));
  }
  const listed: unknown = oneOf ?? anyOf;
  const members = Array.isArray(listed) ? listed.map((member) => asObject(member) ?? {}) : [];
  if (!members.every((member) => Object.hasOwn(member, "const"))) return [];
  return members.map(({ const: value, title }) => ({ value, label: labelFor(title, value) }));
}

/** The label of a field: the title of its schema, or its name in words, such as "Order id" for `orderId`. */
export function fieldLabel(name: string, { title }: Schema): string {
  if (typeof title === "string" && title) return title;
  const words = name.replace(/_+|-+|(?<=[a-z\d])(?=[A-Z][a-z])/g, " ").trim();
  return (
    words.charAt(0).toUpperCase() +
      words.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()) || name
  );
}

const labelFor = (label: unknown, value: unknown): string =>
  typeof label === "string" && label ? label : typeof value === "string" ? value : JSON.stringify(value);
