import { LineCounter, parseDocument, visit } from "yaml";
import type { Document, ErrorCode } from "yaml";
import type { FileFault } from "./file-fault.ts";
import { findCommentedValues } from "./find-commented-values.ts";
import { linesOfPaths } from "./lines-of-paths.ts";

/** How many syntax errors are reported: later ones mostly follow from the first. */
const maxFaults = 5;

/** The content of a YAML or JSON file (JSON is YAML too), or its first syntax errors with line and column. */
type YamlText =
  | {
      readonly value: unknown;
      /** The intended values of fields that are empty since their value was parsed as a comment, by path. */
      readonly commented: ReadonlyMap<string, string>;
      /** The line of the field at a path, or of what is around it; `undefined` for the file as a whole. */
      readonly lineOf: (path: string) => number | undefined;
    }
  | { readonly faults: readonly FileFault[] };

/** Where the library names neither the fault as its writer would see it, nor what to do. */
const remedies: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: "Keys must be unique: this field appears twice",
  MULTIPLE_DOCS: "A second document starts here: use one document per file",
  RESOURCE_EXHAUSTION: "This is nested too deeply",
};

const quotesNeeded = "This # starts a comment: put a value that starts with # in quotes";

/** One code of the library has many meanings. */
const remedyOf = (message: string): string =>
  message.startsWith("Comments must be separated") ? quotesNeeded : message;

/** Reads the text of a YAML or JSON file. Never throws. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  // Warnings about values are reported here or by the caller; the library would print them itself.
  const options = { prettyErrors: true, lineCounter: lines, merge: true, logLevel: "error" } as const;
  const document = parseDocument(text, options);
  const faults: FileFault[] = [...document.errors, ...document.warnings].map(
    ({ code, message, linePos }) => ({
      ...(linePos ? placeOf(linePos[0]) : { line: null }),
      message: remedies[code] ?? remedyOf(message.replace(/ at line \d+, column \d+:[\s\S]*$/, "")),
    }),
  );
  const commented = findCommentedValues(document, text);
  // The bracket or brace that closes them is in the comment too: that it is missing follows.
  if (faults.length > 0)
    faults.unshift(
      ...commented
        .filter(({ inFlow }) => inFlow)
        .map(({ offset }) => ({ ...placeOf(lines.linePos(offset)), message: quotesNeeded })),
    );
  // All that follows from a nesting that is too deep is about the same place.
  if (document.errors.some(({ code }) => code === "RESOURCE_EXHAUSTION"))
    return { faults: faults.slice(0, 1) };
  const more = faults.length - maxFaults;
  if (more > 0) {
    const rest = { line: null, message: `and ${more} more after these` };
    return { faults: [...faults.slice(0, maxFaults), rest] };
  }
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
    const message = "Its aliases expand to too much: write their content out, or remove some";
    return { faults: [{ line: null, message }] };
  }
}

function aliasFaults(document: Document, lines: LineCounter): readonly FileFault[] {
  const faults: FileFault[] = [];
  visit(document, {
    Alias(_, alias, ancestors) {
      const meant = alias.resolve(document);
      const place = placeOf(lines.linePos(alias.range?.[0] ?? 0));
      if (!meant) faults.push({ ...place, message: `Nothing before this has the anchor &${alias.source}` });
      else if (ancestors.includes(meant))
        faults.push({ ...place, message: `*${alias.source} refers to itself` });
    },
  });
  return faults;
}

const placeOf = ({ line, col: column }: { readonly line: number; readonly col: number }) => ({
  line,
  column,
});
