import { neutralJson } from "../../context/labels.ts";
import { UnreadablePattern } from "../../json-schema/translate-pattern.ts";
import type { Tool } from "../../agent.ts";
import { findInputIssue } from "../find-input-issue.ts";

/** Longer ones would fill a model's context, in characters. */
const maxLength = 20_000;

/** A schema that inputs can be checked with, or why they cannot. */
type UsableSchema = { readonly schema: Tool["inputSchema"] } | { readonly reason: string };

/**
 * A server's schema as inputs are checked with it. The draft that it names is left out: keywords that the check does
 * not know are ignored.
 */
export function usableSchema(schema: Readonly<Record<string, unknown>>): UsableSchema {
  const { $schema: _draft, ...usable } = neutralJson(schema);
  // An asynchronous check would say yes before it has looked.
  if (usable["type"] !== "object" || "$async" in usable) return { reason: "its schema is not of an object" };
  if (JSON.stringify(usable).length > maxLength)
    return { reason: `its schema has more than ${maxLength} characters` };
  try {
    findInputIssue(usable, {});
    return { schema: usable };
  } catch (error) {
    // Its other words may be the server's own.
    const isPattern = error instanceof UnreadablePattern;
    return {
      reason: isPattern ? `a pattern of its schema has ${error.message}` : "its schema is not a JSON Schema",
    };
  }
}
