import type { Field } from "./read-fields.ts";
import type { ControlWords } from "../words/words.ts";

/** What stands in a field: a tick, the number of a choice, or what is written. */
export type Entered = string | boolean;

/** What a field says: its value, absent when it is left empty; or what is wrong with it, as a sentence. */
export type Checked = { readonly value: unknown } | { readonly fault: string };

/** Checks one field as the service will, so that the visitor hears of a fault beside it. */
export function checkField(field: Field, entered: Entered, words: ControlWords): Checked {
  if (typeof entered === "boolean") {
    return field.schema["const"] === true && !entered ? { fault: words.mustTick } : { value: entered };
  }
  const text = entered.trim();
  if (text === "") return field.isRequired ? { fault: words.required } : { value: undefined };
  if (field.kind === "choice") return { value: field.choices[Number(text)]?.value };
  return field.kind === "number" ? checkNumber(field, text, words) : checkText(field, text, words);
}

/** A number as it is written everywhere: keyboards for Japanese and Arabic have other digits. */
const plainDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace("٫", ".");

function checkNumber({ schema }: Field, entered: string, words: ControlWords): Checked {
  const text = plainDigits(entered);
  // "1,000" is a thousand to one visitor and one to another, and so is "1.000".
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return { fault: words.notNumber };
  const value = Number(text.replace(",", "."));
  if (!Number.isFinite(value)) return { fault: words.notNumber };
  if (schema["type"] === "integer" && !Number.isInteger(value)) return { fault: words.notWhole };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number" && value < minimum) return { fault: words.atLeast(minimum) };
  if (typeof maximum === "number" && value > maximum) return { fault: words.atMost(maximum) };
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum)
    return { fault: words.moreThan(exclusiveMinimum) };
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
    return { fault: words.lessThan(exclusiveMaximum) };
  if (typeof multipleOf === "number" && !Number.isInteger(value / multipleOf))
    return { fault: words.stepOf(multipleOf) };
  return { value };
}

function checkText({ schema }: Field, text: string, words: ControlWords): Checked {
  const { minLength, maxLength, format, pattern } = schema;
  const { length } = Array.from(text); // JSON Schema counts whole characters
  if (typeof minLength === "number" && length < minLength) return { fault: words.tooShort(minLength) };
  if (typeof maxLength === "number" && length > maxLength)
    return { fault: words.tooMany(length - maxLength) };
  if (format === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return { fault: words.notEmail };
  if (format === "date" && !isDate(text)) return { fault: words.notDate };
  if (typeof pattern === "string" && !fitsPattern(pattern, text)) return { fault: words.notFitting };
  return { value: text };
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A pattern that this browser cannot read judges nothing here; the service will. */
function fitsPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
