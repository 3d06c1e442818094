import { isDeepStrictEqual } from "node:util";

/**
 * The fields in which two values differ, as paths such as `branding.primaryColor`; a list that differs anywhere is
 * named as a whole. Empty when they are equal.
 */
export function changedFields(before: unknown, after: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isFields(before) || !isFields(after)) return [path];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changedFields(before[name], after[name], path === "" ? name : `${path}.${name}`),
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
