/** An amount of money in the language's format; amounts of less than one unit have four decimals. */
export function money(amount: number, currency: string | null, lang: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat(lang, {
    ...(currency === null ? {} : { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
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
