import { exactText, type ConfirmField, type FieldValue } from "@servicechat/contract";
import type { Words } from "../words/words.ts";

type Speech = Pick<Words, "lang" | "yes" | "no">;

/** Represents an empty value. */
const nothing = "–";

/** A value of a request as its reader would write it: yes and no, dates, and lists as in a sentence. */
export function sayValue({ value, format }: Pick<ConfirmField, "value" | "format">, words: Speech): string {
  if (!Array.isArray(value)) return sayOne(value as FieldValue, format, words);
  const said = value.map((each: FieldValue) => sayOne(each, format, words));
  return said.length > 0 ? new Intl.ListFormat(words.lang).format(said) : nothing;
}

function sayOne(value: FieldValue, format: ConfirmField["format"], words: Speech): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === null || value === "") return nothing;
  // A number may be an order number, so it gets no separators.
  if (typeof value === "number") return String(value);
  return (format && sayTime(value, format, words.lang)) ?? exactText(value);
}

const day = { year: "numeric", month: "long", day: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;

/** A date, or an instant with its time; `undefined` for anything else. A time without a zone keeps its hour. */
function sayTime(
  text: string,
  format: NonNullable<ConfirmField["format"]>,
  lang: string,
): string | undefined {
  const [, date, hour = "", zone = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const isWhole = format === "date" ? hour === "" : hour !== "";
  const at = new Date(zone ? text : `${date}T${hour || "00:00"}Z`);
  if (!isWhole || Number.isNaN(at.getTime())) return undefined;
  const zoned = zone ? { timeZoneName: "short" as const } : { timeZone: "UTC" };
  return new Intl.DateTimeFormat(lang, { ...day, ...(hour && clock), ...zoned }).format(at);
}
