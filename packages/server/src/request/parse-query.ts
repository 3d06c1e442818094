import { issuesAsMeant, pathText, sayIssue } from "@servicechat/contract/agent-file";
import type { z } from "zod";
import { malformed } from "./malformed.ts";

/**
 * Reads the query of an address. A parameter that is given several times becomes a list.
 *
 * @throws ServiceError `malformed_request` that names the first parameter at fault, one that is not known included
 */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: URLSearchParams,
): z.output<Schema> {
  const given: Record<string, string | string[]> = Object.create(null);
  for (const name of parameters.keys()) {
    if (!Object.hasOwn(schema.shape, name)) throw malformed(unknownParameter(name, schema));
    const values = parameters.getAll(name);
    // No database takes it.
    if (values.some((value) => value.includes("\0")))
      throw malformed(`${name}: contains the character NUL (U+0000)`);
    given[name] = values.length > 1 ? values : (values[0] ?? "");
  }
  const result = schema.safeParse(given, { error: sayIssue });
  if (result.success) {
    refuseBackwards(result.data);
    return result.data;
  }
  const [issue] = result.error.issues.flatMap(issuesAsMeant);
  throw malformed(`${issue ? pathText(issue.path) : "the query"}: ${issue?.message ?? "is wrong"}`);
}

/** A span that ends before it begins holds nothing: its ends have been swapped. */
function refuseBackwards({ from, to }: { readonly from?: unknown; readonly to?: unknown }): void {
  if (typeof from === "number" && typeof to === "number" && from > to)
    throw malformed("from: must not be after to");
}

function unknownParameter(name: string, { shape }: z.ZodObject): string {
  const known = Object.keys(shape).join(", ");
  return `${JSON.stringify(name)}: unknown parameter${known === "" ? "" : `; allowed: ${known}`}`;
}
