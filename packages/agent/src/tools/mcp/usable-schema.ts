import type { Tool } from "../../agent.ts";
import { findInputFault } from "../find-input-fault.ts";

/** Longer ones would fill a model's context, in characters. */
const maxLength = 20_000;

/**
 * A server's schema as inputs are checked with it; `undefined` when it is none. Which draft it names is left out: what
 * the check does not know of it is passed over.
 */
export function usableSchema(schema: Readonly<Record<string, unknown>>): Tool["inputSchema"] | undefined {
  const { $schema: _draft, ...usable } = schema;
  // An asynchronous check would say yes before it has looked.
  if (usable["type"] !== "object" || "$async" in usable || JSON.stringify(usable).length > maxLength)
    return undefined;
  try {
    findInputFault(usable, {});
    return usable;
  } catch {
    return undefined;
  }
}
