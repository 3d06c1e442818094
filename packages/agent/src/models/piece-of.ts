import { cutOffError } from "./provider-error.ts";

/**
 * The text of a piece; empty where a provider left it out, or filled it with null.
 *
 * @throws ModelError `reply_cut` for anything else: passed over, the answer would lack a piece without anybody knowing
 */
export function pieceOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  throw cutOffError("a piece of text is not a string");
}
