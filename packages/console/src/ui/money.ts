/** An amount of money as people write it; one of less than a unit to a hundredth of a hundredth. */
export function money(amount: number, currency: string | null, lang: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat(lang, {
    ...(currency === null ? {} : { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
}
