/** An amount of money, to the hundredth or, if it is less than one unit, to four decimals. */
export function amountText(amount: number | null, currency: string | null): string {
  if (amount === null) return "no price entered";
  const text = amount.toFixed(amount !== 0 && amount < 1 ? 4 : 2);
  return currency === null ? text : `${text} ${currency}`;
}
