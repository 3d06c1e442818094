import type { Field } from "../actions/offers.ts";
import type { InputControlWords } from "../words/words.ts";

/** The content of a field: a tick, the index of a choice, or text. */
export type Entered = string | boolean;

/** The result of a field: its value, absent if it is left empty; or what is wrong with it, as a sentence. */
export type Checked = { readonly value: unknown } | { readonly issue: string };

/** Checks one field as the service will, so that the visitor sees a fault beside it. */
export function checkField(field: Field, entered: Entered, words: InputControlWords): Checked {
  if (typeof entered === "boolean") {
    return field.schema["const"] === true && !entered ? { issue: words.mustTick } : { value: entered };
  }
  const text = entered.trim();
  if (text === "") return field.isRequired ? { issue: words.required } : { value: undefined };
  if (field.kind === "choice") return { value: field.choices[Number(text)]?.value };
  return field.kind === "number" ? checkNumber(field, text, words) : checkText(field, text, words);
}

/** A number in ASCII digits: Japanese and Arabic keyboards have other digits. */
const plainDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace("٫", ".");

function checkNumber({ schema }: Field, entered: string, words: InputControlWords): Checked {
  const text = plainDigits(entered);
  // "1,000" is a thousand to one visitor and one to another, and so is "1.000".
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return { issue: words.notNumber };
  const value = Number(text.replace(",", "."));
  if (!Number.isFinite(value)) return { issue: words.notNumber };
  if (schema["type"] === "integer" && !Number.isInteger(value)) return { issue: words.notWhole };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number" && value < minimum) return { issue: words.atLeast(minimum) };
  if (typeof maximum === "number" && value > maximum) return { issue: words.atMost(maximum) };
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum)
    return { issue: words.moreThan(exclusiveMinimum) };
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
    return { issue: words.lessThan(exclusiveMaximum) };
  if (typeof multipleOf === "number" && !Number.isInteger(value / multipleOf))
    return { issue: words.stepOf(multipleOf) };
  return { value };
}

function checkText({ schema }: Field, text: string, words: InputControlWords): Checked {
  const { minLength, maxLength, format, pattern } = schema;
  const { length } = Array.from(text); // JSON Schema counts whole characters
  if (typeof minLength === "number" && length < minLength) return { issue: words.tooShort(minLength) };
  if (typeof maxLength === "number" && length > maxLength)
    return { issue: words.tooMany(length - maxLength) };
  if (format === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return { issue: words.notEmail };
  if (format === "date" && !isDate(text)) return { issue: words.notDate };
  if (typeof pattern === "string" && !fitsPattern(pattern, text)) return { issue: words.notFitting };
  return { value: text };
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A pattern that this browser does not support is not checked here; the service will. */
function fitsPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
