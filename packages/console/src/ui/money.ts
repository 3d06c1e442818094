/** An amount of money in the language's format; amounts of less than one unit have four decimals. */
export function money(amount: number, currency: string | null, lang: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat(lang, {
    ...(currency === null ? {} : { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
}
