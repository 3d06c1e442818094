import { Document, isSeq, Scalar, stringify, type ToStringOptions } from "yaml";

/** How a file is written, as far as new lines have to fit in. */
export interface FileStyle {
  readonly eol: string;
  /** Spaces by which a level is indented. */
  readonly step: number;
  /** Whether a list is indented below its key. */
  readonly areListsIndented: boolean;
}

/** The style of a file, from its first lines that show it. */
export function styleOf(text: string): FileStyle {
  const firstBreak = text.indexOf("\n");
  const lines = text.split("\n").map((line) => line.trimEnd());
  /** What stands below a key that has no value in its own line, and both indentations. */
  const below = lines.flatMap((line, at) => {
    if (!opensPart(line)) return [];
    const next = lines.slice(at + 1, at + 1 + maxBetween).find((each) => !isBlankOrComment(each));
    return next === undefined ? [] : [{ key: spacesBefore(line), next, indent: spacesBefore(next) }];
  });
  const map = below.find(({ key, next, indent }) => key === 0 && indent > 0 && !next.trim().startsWith("-"));
  const isFlush = below.some(({ key, next, indent }) => key === indent && next.trim().startsWith("- "));
  return {
    eol: firstBreak > 0 && text[firstBreak - 1] === "\r" ? "\r\n" : "\n",
    step: map && map.indent <= 8 ? map.indent : 2,
    areListsIndented: !isFlush,
  };
}

/** Lines of comments that are looked through for what stands below a key. */
const maxBetween = 50;

const spacesBefore = (line: string): number => line.length - line.trimStart().length;
const isBlankOrComment = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** Whether a line is a key whose value begins in a later one. */
function opensPart(line: string): boolean {
  if (!/^ *[\w"'-]/.test(line)) return false;
  const [before = ""] = line.split(" #", 1);
  return before.trimEnd().endsWith(":");
}

const written: ToStringOptions = {
  // Never a line break that nobody asked for.
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
};

/** A value in lines, to be put at a column: the first line without its indentation, the last without a line break. */
export function renderBlock(value: unknown, column: number, style: FileStyle): string {
  const text = stringify(value, {
    ...written,
    indent: style.step,
    indentSeq: style.areListsIndented,
    aliasDuplicateObjects: false,
  });
  // A text that ends with blank lines has them in the file too.
  return indentLines(text.replace(/\n$/, ""), column, style);
}

/** A text without the signs of this kind that end it. */
function withoutEnd(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end--;
  return text.slice(0, end);
}

/** Puts all lines but the first at a column. */
export function indentLines(text: string, column: number, { eol }: FileStyle): string {
  return text
    .split("\n")
    .map((line, index) => (index === 0 || line === "" ? line : " ".repeat(column) + line))
    .join(eol);
}

/** How a scalar is written: its quotes, and whether it is between brackets, where fewer signs are free. */
interface ScalarStyle {
  readonly isFlow: boolean;
  readonly quotes?: Scalar.Type | undefined;
}

/** A text, number, truth value or null in one line. */
export function renderScalar(value: unknown, { isFlow, quotes }: ScalarStyle): string {
  const scalar = new Scalar(value);
  const isQuoted = quotes === "QUOTE_DOUBLE" || quotes === "QUOTE_SINGLE";
  if (typeof value === "string") {
    if (isQuoted) scalar.type = quotes;
    // Otherwise it would be written in a block.
    else if (value.includes("\n")) scalar.type = "QUOTE_DOUBLE";
  }
  const document = new Document([scalar]);
  if (isSeq(document.contents)) document.contents.flow = isFlow;
  const text = document.toString(written).trim();
  return isFlow ? text.slice(1, -1).trim() : text.slice(2);
}

/** A value between brackets in one line; as JSON in a file that is JSON. */
export function renderFlow(value: unknown, isJson: boolean): string {
  if (Array.isArray(value)) return `[${value.map((each) => renderFlow(each, isJson)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => renderFlowPair(key, inner, isJson));
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return isJson ? JSON.stringify(value) : renderScalar(value, { isFlow: true });
}

/** A key and its value between braces. */
export function renderFlowPair(key: string, value: unknown, isJson: boolean): string {
  return `${renderFlow(key, isJson)}: ${renderFlow(value, isJson)}`;
}

/** The lines of a text block below its header, and the header that gives the text back; `undefined` if none does. */
export function renderLiteral(
  value: string,
  column: number,
  { eol }: FileStyle,
): { readonly header: string; readonly body: string } | undefined {
  // Signs that no block can hold, and a first line whose spaces would count as indentation.
  if (/[^\n\t\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\ud800-\udfff]/.test(value))
    return undefined;
  if (/^\n*[ \t]/.test(value) || value.trim() === "") return undefined;
  const text = withoutEnd(value, "\n");
  const end = value.slice(text.length);
  const header = end === "" ? "|-" : end === "\n" ? "|" : "|+";
  const lines = [...text.split("\n"), ...end.slice(1).split("\n").slice(1)];
  return {
    header,
    body: lines.map((line) => (line === "" ? eol : " ".repeat(column) + line + eol)).join(""),
  };
}
