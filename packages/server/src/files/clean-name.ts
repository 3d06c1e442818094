import { cleanText } from "@servicechat/contract";

/** Longest name, in UTF-16 units. */
const maxLength = 100;

/**
 * A file's name as it may be shown and stored: without folders, control characters and what cannot be seen, and not too
 * long. The ending stays.
 */
export function cleanName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = cleanText(last.normalize("NFC"))
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (/^\.*$/.test(clean)) return "file";
  if (clean.length <= maxLength) return clean;
  const ending = /\.[^.\s]{1,10}$/.exec(clean)?.[0] ?? "";
  return `${clean.slice(0, maxLength - ending.length - 1).toWellFormed()}…${ending}`;
}
