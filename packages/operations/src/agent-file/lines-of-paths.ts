import { isMap, isNode, isScalar, isSeq } from "yaml";
import type { Document, LineCounter } from "yaml";
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
