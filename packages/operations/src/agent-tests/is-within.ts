import { isDeepStrictEqual } from "node:util";
import { asObject } from "@servicechat/contract";

/** Whether a value has all that another one has: objects may have more fields, all else is equal. */
export function isWithin(wanted: unknown, value: unknown): boolean {
  const fields = asObject(wanted);
  if (!fields) return isDeepStrictEqual(wanted, value);
  const given = asObject(value);
  return (
    given !== undefined &&
    Object.entries(fields).every(([name, each]) => Object.hasOwn(given, name) && isWithin(each, given[name]))
  );
}
