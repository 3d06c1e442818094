import { asObject } from "../as-object.ts";

/**
 * A tool call's arguments as a model wrote them: usually JSON text, from some servers an object, from some JSON
 * inside JSON. No arguments are `{}`; `undefined` when they are no JSON object.
 */
export function parseArguments(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return asObject(written);
  if (written.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "string" ? asObject(JSON.parse(value)) : asObject(value);
  } catch {
    return undefined;
  }
}
