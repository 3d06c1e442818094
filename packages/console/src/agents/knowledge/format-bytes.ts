const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size in the language's format, such as `340 kB`. */
export function formatBytes(bytes: number, lang: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return new Intl.NumberFormat(lang, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1024 ** power);
}
