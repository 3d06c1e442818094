import { isDeepStrictEqual } from "node:util";
import { asObject } from "@servicechat/contract";

/**
 * The fields in which two values differ, as paths such as `branding.primaryColor`; a list that differs anywhere is
 * named as a whole. Empty when they are equal.
 */
export function changedFields(before: unknown, after: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [asObject(before), asObject(after)];
  if (!old || !now) return [path];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
    changedFields(old[name], now[name], path === "" ? name : `${path}.${name}`),
  );
}
