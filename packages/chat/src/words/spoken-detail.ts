import { spoken } from "./service-words.ts";
import type { Words } from "./words.ts";

/** A detail of a row: the size of an answer formatted for the visitor's language, or the service's text. */
export function spokenDetail(detail: string, words: Words): string {
  const { service, lang } = words;
  const [, count, unit] = /^(\d+) (bytes|KB)$/.exec(detail) ?? [];
  if (!service || count === undefined) return spoken(detail, words);
  const format = new Intl.NumberFormat(lang, { style: "unit", unit: unit === "KB" ? "kilobyte" : "byte" });
  return format.format(Number(count));
}
