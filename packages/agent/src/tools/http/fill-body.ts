import { fieldHole } from "@servicechat/contract/agent-file";
import { textOf } from "./fill-value.ts";

type Input = Readonly<Record<string, unknown>>;

const wholeHole = new RegExp(`^${fieldHole.source}$`);

/**
 * Fills `{field}` in the strings of a body. A string that is a `{field}` alone becomes the field's own value; if that
 * is absent, the property or item is left out.
 */
export function fillBody(template: unknown, input: Input): unknown {
  if (typeof template === "string") {
    const name = wholeHole.exec(template)?.[1];
    if (name !== undefined) return input[name];
    return template.replaceAll(fieldHole, (_, field: string) => textOf(input[field]));
  }
  if (Array.isArray(template))
    return template.map((entry) => fillBody(entry, input)).filter((entry) => entry !== undefined);
  if (typeof template !== "object" || template === null) return template;
  const filled = Object.entries(template).map(([name, value]) => [name, fillBody(value, input)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}
