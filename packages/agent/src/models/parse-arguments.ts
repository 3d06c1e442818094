import { asObject } from "@servicechat/contract";
import { parseJson } from "../parse-json.ts";

/** Deepest arguments: deeper ones can be read, but not written again without an end of the stack. */
const maxDepth = 100;

/**
 * A tool call's arguments as a model wrote them: usually JSON text, from some servers an object, from some JSON inside
 * JSON. No arguments, however that is written, are `{}`; `undefined` if they are not a JSON object.
 */
export function parseArguments(written: unknown): unknown {
  const value = unwrapped(unwrapped(written));
  if (value === undefined || value === null || value === "") return {};
  if (Array.isArray(value)) return value.length === 0 ? {} : undefined;
  const fields = asObject(value);
  return fields && depthOf(fields) <= maxDepth ? fields : undefined;
}

/** The value of a JSON text. One that is none stays a text, which is no arguments. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? "" : (parseJson(value) ?? (value.trim() === "null" ? null : value));
}

/** How deep lists and objects are nested, at most one more than is allowed. */
function depthOf(value: object): number {
  let level: readonly object[] = [value];
  for (let depth = 1; ; depth++) {
    level = level.flatMap((each) =>
      Object.values(each).filter((inner) => typeof inner === "object" && inner !== null),
    );
    if (level.length === 0 || depth > maxDepth) return depth;
  }
}
