import { issuesAsMeant, pathText, sayIssue } from "@servicechat/contract/agent-file";
import type { z } from "zod";
import { malformed } from "./malformed.ts";

/**
 * Reads the value of a JSON body. Lone surrogates become U+FFFD here, so that every store keeps the same text.
 *
 * @throws ServiceError `malformed_request` that names the first field at fault
 */
export function parsePosted<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(wellFormed(body), { error: sayIssue });
  if (result.success) return result.data;
  const [issue] = result.error.issues.flatMap(issuesAsMeant);
  const field = issue ? pathText(issue.path) : "";
  throw malformed(`${field || "the body"}: ${issue?.message ?? "is wrong"}`);
}

/** The same value with every string well-formed. Depth was bounded before parsing. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
}
