import { asObject } from "@servicechat/contract";
import { parseJson } from "../parse-json.ts";

/**
 * A tool call's arguments as a model wrote them: usually JSON text, from some servers an object, from some JSON inside
 * JSON. No arguments are `{}`; `undefined` if they are not a JSON object.
 */
export function parseArguments(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return asObject(written);
  if (written.trim() === "") return {};
  const value = parseJson(written);
  return asObject(typeof value === "string" ? parseJson(value) : value);
}
