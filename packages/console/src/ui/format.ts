/** An amount of money in the language's format; amounts of less than one unit have four decimals. */
export function money(amount: number, currency: string | null, lang: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat(lang, {
    ...(currency === null ? {} : { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** A share between 0 and 1, in whole percent. */
export function percent(share: number, lang: string): string {
  return new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** The name of a language in another one; an invalid tag is returned as it is (BCP 47). */
export function languageName(tag: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames(inLanguage, { type: "language" }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}

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
