import { isMap, isNode, isScalar, isSeq, isCollection, isPair, visit } from "yaml";
import type { Document, LineCounter, Node, Pair, YAMLSeq } from "yaml";
import { pathText } from "@servicechat/contract/agent-file";

/**
 * The lines of a document's fields, from 1 on, by paths such as `actions[0].kind`. One that is not there itself, since
 * it is missing or comes from an alias, is looked for around it; `undefined` for the document as a whole.
 */
export function linesOfPaths(document: Document, lines: LineCounter): (path: string) => number | undefined {
  let known: ReadonlyMap<string, number> | undefined;
  return (path) => {
    known ??= new Map(
      [...positionsIn(document.contents, [])].map(({ steps, offset }) => [
        pathText(steps),
        lines.linePos(offset).line,
      ]),
    );
    let at = path;
    while (at !== "" && !known.has(at))
      at = at.slice(0, Math.max(0, at.lastIndexOf("."), at.lastIndexOf("[")));
    return known.get(at);
  };
}

interface NodePosition {
  readonly steps: readonly PropertyKey[];
  /** Where it begins in the text. */
  readonly offset: number;
}

function* positionsIn(node: unknown, steps: readonly PropertyKey[]): Iterable<NodePosition> {
  for (const { step, begin, value } of insideOf(node)) {
    const path = [...steps, step];
    if (isNode(begin) && begin.range) yield { steps: path, offset: begin.range[0] };
    yield* positionsIn(value, path);
  }
}

function insideOf(node: unknown) {
  if (isSeq(node)) return node.items.map((value, step) => ({ step, begin: value, value }));
  if (!isMap(node)) return [];
  // A key that is itself a list or an object names no field.
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) ? [{ step: String(key.value), begin: key, value }] : [],
  );
}

/** A value that begins with `#` and has no quotes, such as a colour: YAML takes it for a comment, and its field for empty. */
interface CommentedValue {
  /** Such as `branding.primaryColor`. */
  readonly path: string;
  /** The intended value, with its `#`. */
  readonly value: string;
  /** Where it begins in the text. */
  readonly offset: number;
  /** Whether it is within brackets or braces, which then lack their closing one. */
  readonly inFlow: boolean;
}

/** A real comment has a space after its `#`, or is on a separate line. */
const meantAsValue = /[ \t]*(#[^\s#].*)/y;

/** Those of a document, which may have faults. */
export function findCommentedValues(document: Document, text: string): readonly CommentedValue[] {
  const found: CommentedValue[] = [];
  const places = new Map<YAMLSeq, ReadonlyMap<unknown, number>>();
  /** The index of an entry in its list. A list is indexed once, since many of its entries may be looked up. */
  const placeIn = (list: YAMLSeq, entry: unknown): number => {
    const known = places.get(list) ?? new Map(list.items.map((item, index) => [item, index]));
    places.set(list, known);
    return known.get(entry) ?? -1;
  };
  visit(document, {
    Scalar(key, scalar, ancestors) {
      if (key === "key" || scalar.source !== "" || !scalar.range) return;
      const [offset] = scalar.range;
      meantAsValue.lastIndex = offset;
      const meant = meantAsValue.exec(text)?.[1];
      if (meant === undefined) return;
      found.push({
        path: pathText(stepsTo([...ancestors, scalar], placeIn)),
        value: withoutComment(meant),
        offset,
        inFlow: ancestors.some((ancestor) => isCollection(ancestor) && ancestor.flow === true),
      });
    },
  });
  return found;
}

/** A comment after a value follows a space. */
function withoutComment(text: string): string {
  const comment = text.search(/\s#/);
  return (comment === -1 ? text : text.slice(0, comment)).trimEnd();
}

function stepsTo(
  line: readonly (Document | Node | Pair)[],
  placeIn: (list: YAMLSeq, entry: unknown) => number,
): readonly PropertyKey[] {
  return line.flatMap((ancestor, index): readonly PropertyKey[] => {
    if (isSeq(ancestor)) return [placeIn(ancestor, line[index + 1])];
    return isPair(ancestor) && isScalar(ancestor.key) ? [String(ancestor.key.value)] : [];
  });
}
