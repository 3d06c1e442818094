import { LineCounter, parseDocument, visit } from "yaml";
import type { Document, ErrorCode } from "yaml";
import { findCommentedValues } from "./find-commented-values.ts";
import { linesOfPaths } from "./lines-of-paths.ts";
import { readTextFile } from "./read-text-file.ts";

/** So many faults of a file's syntax are told: those that come later mostly follow from the first. */
const mostFaults = 5;

/** What a YAML or JSON file says (JSON is YAML too), or the first faults of its syntax with line and column. */
type YamlFile =
  | {
      readonly value: unknown;
      /** What was meant by fields that are empty since their value was taken for a comment, by path. */
      readonly commented: ReadonlyMap<string, string>;
      /** The line of the field at a path, or of what is around it; `undefined` for the file as a whole. */
      readonly lineOf: (path: string) => number | undefined;
    }
  | { readonly faults: readonly string[] };

/** Where the library names neither the fault as its writer would see it, nor what to do. */
const remedies: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: "Keys must be unique: this field is there twice",
  MULTIPLE_DOCS: "A second document begins here: keep one in a file",
  RESOURCE_EXHAUSTION: "This is nested too deeply to be read",
};

const quotesNeeded = "A comment begins with this #: put a value that begins with # in quotes";

/** One code of the library has many meanings. */
const remedyOf = (message: string): string =>
  message.startsWith("Comments must be separated") ? quotesNeeded : message;

/** @throws Refusal when the file cannot be read or is no UTF-8 text */
export function readYamlFile(file: string): YamlFile {
  const lines = new LineCounter();
  const text = readTextFile(file);
  // What is odd about a value is told here or by whoever reads it; the library would print it on its own.
  const options = { prettyErrors: true, lineCounter: lines, merge: true, logLevel: "error" } as const;
  const document = parseDocument(text, options);
  const faults = [...document.errors, ...document.warnings].map(({ code, message, linePos }) => {
    const where = linePos ? placeText(linePos[0]) : "";
    return `${where}${remedies[code] ?? remedyOf(message.replace(/ at line \d+, column \d+:[\s\S]*$/, ""))}`;
  });
  const commented = findCommentedValues(document, text);
  // The bracket or brace that closes them is in the comment too: that it is missing follows.
  if (faults.length > 0)
    faults.unshift(
      ...commented
        .filter(({ inFlow }) => inFlow)
        .map(({ offset }) => `${placeText(lines.linePos(offset))}${quotesNeeded}`),
    );
  // All that follows from a nesting that is too deep is about the same place.
  if (document.errors.some(({ code }) => code === "RESOURCE_EXHAUSTION"))
    return { faults: faults.slice(0, 1) };
  const more = faults.length - mostFaults;
  if (more > 0) return { faults: [...faults.slice(0, mostFaults), `and ${more} more behind these`] };
  if (faults.length === 0) faults.push(...aliasFaults(document, lines));
  if (faults.length > 0) return { faults };
  try {
    // Aliases are resolved here, and a file whose aliases multiply beyond reason is refused.
    return {
      value: document.toJS(),
      commented: new Map(commented.map(({ path, value }) => [path, value])),
      lineOf: linesOfPaths(document, lines),
    };
  } catch {
    return { faults: ["Its aliases stand for too much: write out what they stand for, or leave some out"] };
  }
}

function aliasFaults(document: Document, lines: LineCounter): readonly string[] {
  const faults: string[] = [];
  visit(document, {
    Alias(_, alias, ancestors) {
      const meant = alias.resolve(document);
      const where = placeText(lines.linePos(alias.range?.[0] ?? 0));
      if (!meant) faults.push(`${where}Nothing before this is marked with &${alias.source}`);
      else if (ancestors.includes(meant))
        faults.push(`${where}*${alias.source} stands within what it stands for`);
    },
  });
  return faults;
}

const placeText = ({ line, col }: { readonly line: number; readonly col: number }): string =>
  `line ${line}, column ${col}: `;
