/** A size in bytes as people read it: whole kilobytes, from a million on megabytes. */
export function fileSize(bytes: number, lang: string): string {
  const isLarge = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(lang, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(isLarge ? bytes / 1e6 : Math.max(1, Math.round(bytes / 1e3)));
}
