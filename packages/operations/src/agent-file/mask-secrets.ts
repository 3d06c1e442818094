import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { isMap, isScalar, parseDocument, visit } from "yaml";

/** Stands for a value that is not shown. */
const mask = "***";

/** Names of the fields that hold headers of requests, which may be secrets that were typed in. */
const headerFields = /^(?:headers)$/i;

/** Values that only name a variable, with a word such as `Bearer` before it. */
const isReference = (value: unknown) =>
  typeof value === "string" && /^(?:[A-Za-z]+ +)?\$\{\w+\}$/.test(value.trim());

/**
 * An agent as people with read-only access may see it: values of headers are hidden, unless they name a variable.
 * Comments stay.
 */
export function maskSecrets({
  file,
  definition,
}: {
  readonly file: string;
  readonly definition: AgentDefinition;
}): { readonly file: string; readonly definition: AgentDefinition } {
  return { file: maskFile(file), definition: maskValue(definition, false) as AgentDefinition };
}

function maskFile(text: string): string {
  // It was checked when it was applied; comparing each key with all others would take long.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false });
  let isMasked = false;
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !headerFields.test(String(key.value)) || !isMap(value)) return;
      for (const { value: header } of value.items) {
        if (!isScalar(header) || isReference(header.value)) continue;
        header.value = mask;
        isMasked = true;
      }
    },
  });
  // As it was written, where nothing of it is hidden.
  return isMasked ? document.toString() : text;
}

function maskValue(value: unknown, isHeaders: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(each, false));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        isHeaders && typeof inner === "string" && !isReference(inner)
          ? mask
          : maskValue(inner, headerFields.test(name)),
      ]),
    );
  return value;
}
