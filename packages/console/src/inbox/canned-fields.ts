/** The fields of canned answers, as they are written in them. */
export const cannedFields = ["visitor.name", "me.name", "agent"] as const;
/** The name of a field. */
export type CannedField = (typeof cannedFields)[number];

const pattern = new RegExp(
  String.raw`\{\s*(${cannedFields.map((name) => name.replace(".", String.raw`\.`)).join("|")})\s*\}`,
  "gu",
);

/** A field in a text that has no value yet. */
export interface OpenField {
  readonly name: CannedField;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Fills in the fields whose values are known; the others stay as they are, to be replaced by hand. */
export function fillFields(text: string, values: Readonly<Record<CannedField, string | undefined>>): string {
  return text.replace(pattern, (field, name: CannedField) => values[name]?.trim() || field);
}

/** The fields that are left in a text. */
export function openFields(text: string): readonly OpenField[] {
  return Array.from(text.matchAll(pattern), ({ 0: field, 1: name, index }) => ({
    name: name as CannedField,
    start: index,
    end: index + field.length,
  }));
}
