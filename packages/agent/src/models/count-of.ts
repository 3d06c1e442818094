/** A count that a provider sent, of tokens for instance; 0 when it sent none. */
export const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);
