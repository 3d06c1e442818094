import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { reasonOf } from "./reason-of.ts";
import { Refusal } from "./refusal.ts";

/** So many faults of a file's syntax are told: those that come later mostly follow from the first. */
const mostFaults = 5;

/** What a YAML or JSON file says (JSON is YAML too), or the first faults of its syntax with line and column. */
export type YamlFile = { readonly value: unknown } | { readonly faults: readonly string[] };

/** @throws Refusal when the file cannot be read or is no UTF-8 text */
export function readYamlFile(file: string): YamlFile {
  const document = parseDocument(readText(file), { prettyErrors: true });
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

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Refusal(`The file ${file} could not be read: ${whyUnread(cause)}.`, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal(`The file ${file} is not UTF-8 text.`, { cause });
  }
}

/** A path that was mistyped is what it mostly is. */
function whyUnread(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT") return "it is not there";
  return code === "EISDIR" ? "it is a folder" : reasonOf(cause);
}
