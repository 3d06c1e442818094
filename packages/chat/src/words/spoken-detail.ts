import { cleanText } from "@servicechat/contract";
import type { Words } from "./words.ts";

/** A detail of a row: the size of an answer, which the service tells in English, as the visitor's language writes it. */
export function spokenDetail(detail: string, { service, lang }: Words): string {
  const [, count, unit] = /^(\d+) (bytes|KB)$/.exec(detail) ?? [];
  if (!service || count === undefined) return cleanText(detail);
  const format = new Intl.NumberFormat(lang, { style: "unit", unit: unit === "KB" ? "kilobyte" : "byte" });
  return format.format(Number(count));
}
