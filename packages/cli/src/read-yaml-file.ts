import { parseDocument } from "yaml";
import { readTextFile } from "./read-text-file.ts";
import { reasonOf } from "./reason-of.ts";

/** So many faults of a file's syntax are told: those that come later mostly follow from the first. */
const mostFaults = 5;

/** What a YAML or JSON file says (JSON is YAML too), or the first faults of its syntax with line and column. */
export type YamlFile = { readonly value: unknown } | { readonly faults: readonly string[] };

/** @throws Refusal when the file cannot be read or is no UTF-8 text */
export function readYamlFile(file: string): YamlFile {
  const document = parseDocument(readTextFile(file), { prettyErrors: true });
  const faults = [...document.errors, ...document.warnings].map(({ message, linePos }) => {
    const where = linePos ? `line ${linePos[0].line}, column ${linePos[0].col}: ` : "";
    return `${where}${message.replace(/ at line \d+, column \d+:[\s\S]*$/, "")}`;
  });
  const more = faults.length - mostFaults;
  if (more > 0) return { faults: [...faults.slice(0, mostFaults), `and ${more} more behind these`] };
  if (faults.length > 0) return { faults };
  try {
    // Aliases are resolved here, and a file whose aliases multiply beyond reason is refused.
    return { value: document.toJS() };
  } catch (cause) {
    return { faults: [reasonOf(cause)] };
  }
}
