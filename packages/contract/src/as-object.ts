/**
 * A value from outside, if it is an object with named fields; `undefined` for a list, for `null` and for everything
 * else.
 */
export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
