import {
  CST,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
} from "yaml";
import type { Document, ErrorCode, Node } from "yaml";
import type { FileFault } from "./file-fault.ts";
import { findCommentedValues, linesOfPaths } from "./yaml-positions.ts";

/** How many syntax errors are reported: later ones mostly follow from the first. */
const maxFaults = 5;

/**
 * The maximum number of tokens of a file. Each takes time to read, even if only to find faults, and blocks the process
 * meanwhile. About half a megabyte of an ordinary file.
 */
const maxTokens = 100_000;
/** The library looks through all of them for each alias. */
const maxAliases = 1_000;
/** How deep maps and lists may be nested: whatever walks through a file does so once for each level. */
const maxDepth = 200;

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

const tooDeep = "This is nested too deeply";

/** Replacements for messages of the library that neither describe the fault in the author's terms nor say what to do. */
const remedies: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: "A second document starts here: use one document per file",
  RESOURCE_EXHAUSTION: tooDeep,
};

const quotesNeeded = "This # starts a comment: put a value that starts with # in quotes";

/** For a code of the library that has many meanings. */
const remedyOf = (message: string): string =>
  message.startsWith("Comments must be separated") ? quotesNeeded : message;

/** Reads the text of a YAML or JSON file, in time that grows with its length. Never throws. */
export function readYaml(text: string): YamlText {
  const excess = findExcess(text);
  if (excess !== undefined) return { faults: [{ line: null, message: excess }] };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    // It would copy the line of each fault, which may be the whole file.
    prettyErrors: false,
    // It would compare each key with all before it.
    uniqueKeys: false,
    // Warnings about values are reported here or by the caller; the library would print them itself.
    logLevel: "error",
  });
  const nodes = inspectNodes(document);
  if (nodes.tooDeepAt !== undefined)
    return { faults: [{ ...placeOf(lines.linePos(nodes.tooDeepAt)), message: tooDeep }] };
  const faults: FileFault[] = [
    ...document.errors.map(({ code, message, pos }) => ({
      offset: pos[0],
      message: remedies[code] ?? remedyOf(message),
    })),
    ...nodes.repeatedKeys.map((offset) => ({
      offset,
      message: "Keys must be unique: this field appears twice",
    })),
  ]
    .toSorted((one, other) => one.offset - other.offset)
    .concat(document.warnings.map(({ message, pos }) => ({ offset: pos[0], message })))
    .map(({ offset, message }) => ({
      ...(offset < 0 ? { line: null } : placeOf(lines.linePos(offset))),
      message,
    }));
  const commented = findCommentedValues(document, text);
  // The closing bracket or brace is inside the comment too, so it is reported as missing.
  if (faults.length > 0)
    faults.unshift(
      ...commented
        .filter(({ inFlow }) => inFlow)
        .map(({ offset }) => ({ ...placeOf(lines.linePos(offset)), message: quotesNeeded })),
    );
  // All further faults of a nesting that is too deep are about the same place.
  if (document.errors.some(({ code }) => code === "RESOURCE_EXHAUSTION"))
    return { faults: faults.slice(0, 1) };
  const more = faults.length - maxFaults;
  if (more > 0) {
    const rest = { line: null, message: `and ${more} more after these` };
    return { faults: [...faults.slice(0, maxFaults), rest] };
  }
  if (faults.length === 0)
    faults.push(
      ...nodes.lostAliases.map(({ offset, message }) => ({ ...placeOf(lines.linePos(offset)), message })),
    );
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

/** The fault of a file that is too large to be read while visitors wait. */
function findExcess(text: string): string | undefined {
  let tokens = 0;
  let aliases = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalarNext ? "scalar" : CST.tokenType(token);
    isScalarNext = token === CST.SCALAR;
    tokens += 1;
    if (type === "alias" || type === "anchor") aliases += 1;
    if (tokens > maxTokens)
      return `It has more than ${maxTokens} words and signs: a file this large is not read`;
    if (aliases > maxAliases)
      return `It has more than ${maxAliases} anchors and aliases: write their content out`;
  }
  return undefined;
}

/** The findings of one pass over all nodes. */
interface InspectedNodes {
  /** The offsets of repeated keys. */
  readonly repeatedKeys: readonly number[];
  readonly lostAliases: readonly { readonly offset: number; readonly message: string }[];
  /** Where the nesting becomes too deep. */
  readonly tooDeepAt: number | undefined;
}

function inspectNodes({ contents }: Document): InspectedNodes {
  const repeatedKeys: number[] = [];
  const lostAliases: { offset: number; message: string }[] = [];
  /** The last node with an anchor so far, which is the one that an alias means. */
  const anchored = new Map<string, Node>();
  /** The nodes that are being visited. */
  const open = new Set<Node>();
  let tooDeepAt: number | undefined;

  function inspect(node: unknown): void {
    if (isAlias(node)) {
      const { source } = node;
      const meant = anchored.get(source);
      const message = !meant
        ? `Nothing before this has the anchor &${source}`
        : open.has(meant)
          ? `*${source} refers to itself`
          : undefined;
      if (message !== undefined) lostAliases.push({ offset: node.range?.[0] ?? 0, message });
      return;
    }
    if (!isNode(node)) return;
    if ("anchor" in node && node.anchor !== undefined) anchored.set(node.anchor, node);
    if (open.size >= maxDepth) {
      tooDeepAt ??= node.range?.[0] ?? 0;
      return;
    }
    open.add(node);
    if (isSeq(node)) {
      for (const item of node.items) {
        // An entry of a list may be a pair: `[a: 1]`.
        if (isPair(item)) inspect(item.key);
        inspect(isPair(item) ? item.value : item);
      }
    }
    if (isMap(node)) {
      const keys = new Set<unknown>();
      for (const { key, value } of node.items) {
        if (isScalar(key) && keys.has(key.value)) repeatedKeys.push(key.range?.[0] ?? 0);
        // Several maps may be merged into one.
        if (isScalar(key) && key.value !== "<<") keys.add(key.value);
        inspect(key);
        inspect(value);
      }
    }
    open.delete(node);
  }

  inspect(contents);
  return { repeatedKeys, lostAliases, tooDeepAt };
}

const placeOf = ({ line, col: column }: { readonly line: number; readonly col: number }) => ({
  line,
  column,
});
