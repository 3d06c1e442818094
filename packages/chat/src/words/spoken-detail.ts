import { spoken } from "./service-words.ts";
import type { Words } from "./words.ts";

/** A detail of a row: the size of an answer as the visitor's language writes it, or what the service says otherwise. */
export function spokenDetail(detail: string, words: Words): string {
  const { service, lang } = words;
  const [, count, unit] = /^(\d+) (bytes|KB)$/.exec(detail) ?? [];
  if (!service || count === undefined) return spoken(detail, words);
  const format = new Intl.NumberFormat(lang, { style: "unit", unit: unit === "KB" ? "kilobyte" : "byte" });
  return format.format(Number(count));
}
