/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** The first moment of the UTC day of a moment. */
export function dayOf(at: number): number {
  return at - (at % dayMs);
}

/** The first moment of the day before. */
export function dayBefore(at: number): number {
  return dayOf(at) - dayMs;
}
