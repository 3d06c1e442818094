import { isAlias, isCollection, isMap, isPair, isScalar, isSeq } from "yaml";
import type { CST, Node, Pair, YAMLMap, YAMLSeq } from "yaml";

/** Where a value of a YAML text stands. */
export interface Place {
  readonly node: Node;
  /** Whether it is between brackets or braces, where nothing may be written in lines of a block. */
  readonly isInFlow: boolean;
  /** The column of its key, or of the dash of its list item. */
  readonly column: number;
  /** Behind the colon of its key or its dash, and anchors and tags. */
  readonly from: number;
}

/** The start of the line that an offset is in. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** Behind the line break of the line that an offset is in. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at < 0 ? text.length : at + 1;
}

/** The offset in its line. */
export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Where the text of a node ends, without comments and blank lines behind it. */
export function contentEnd(text: string, node: Node): number {
  if (isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED")) {
    const [from, to] = rangeOf(node);
    const source = text.slice(from, to);
    return /^[|>]\d?\+/.test(source)
      ? to - (/\r?\n$/.exec(source)?.[0].length ?? 0)
      : from + source.trimEnd().length;
  }
  if (!isCollection(node) || node.flow) return rangeOf(node)[1];
  const last = node.items.at(-1);
  if (isPair(last)) return pairEnd(text, last);
  return last ? contentEnd(text, last as Node) : rangeOf(node)[1];
}

/** Where a pair ends. */
export function pairEnd(text: string, pair: Pair): number {
  const colon = tokenIn(pair.srcToken?.sep, "map-value-ind");
  const value = pair.value as Node | null;
  const behindColon = colon ? colon.offset + 1 : rangeOf(pair.key as Node)[1];
  return value ? Math.max(behindColon, isEmpty(value) ? 0 : contentEnd(text, value)) : behindColon;
}

/** Where a pair begins: at its anchor, tag or key. */
export function pairStart(pair: Pair): number {
  return startIn(pair.srcToken?.start) ?? rangeOf(pair.key as Node)[0];
}

/** An entry of a list: from its dash, or without one from its anchor, tag or first sign, to its end. */
export function itemRange(text: string, list: YAMLSeq, index: number): readonly [number, number] {
  const node = list.items[index] as Node;
  const token = itemTokens(list)[index];
  const dash = tokenIn(token?.start, "seq-item-ind");
  const start = dash?.offset ?? startIn(token?.start) ?? (isPair(node) ? pairStart(node) : rangeOf(node)[0]);
  const end = isPair(node) ? pairEnd(text, node) : isEmpty(node) ? start + 1 : contentEnd(text, node);
  return [start, end];
}

/** Whether a node is an empty value, which has no text at all. */
export function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && rangeOf(node)[0] === rangeOf(node)[1];
}

/** The place at a path; `undefined` if nothing is written there, or only by an alias further up. */
export function placeAt(
  text: string,
  root: Node | null,
  path: readonly (string | number)[],
): Place | undefined {
  if (!root) return undefined;
  let place: Place = { node: root, isInFlow: false, column: 0, from: rangeOf(root)[0] };
  for (const step of path) {
    const { node } = place;
    const isInFlow: boolean = place.isInFlow || (isCollection(node) && node.flow === true);
    if (isMap(node)) {
      const pair = pairOf(node, String(step));
      if (!pair?.value) return undefined;
      const column = columnOf(text, pairStart(pair));
      const colon = tokenIn(pair.srcToken?.sep, "map-value-ind");
      if (!colon) return undefined;
      const from = behindProps(pair.srcToken?.sep) ?? colon.offset + 1;
      place = { node: pair.value as Node, isInFlow, column, from };
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined || isPair(item)) return undefined;
      const [start] = itemRange(text, node, Number(step));
      const tokens = itemTokens(node)[Number(step)]?.start;
      const from = behindProps(tokens) ?? (node.flow ? start : start + 1);
      place = { node: item as Node, isInFlow, column: columnOf(text, start), from };
    } else return undefined;
  }
  return place;
}

/** The pair of a key that is written in the map itself. */
export function pairOf(map: YAMLMap, key: string): YAMLMap["items"][number] | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** The range of a node that was parsed. */
export function rangeOf(node: Node): readonly [number, number, number] {
  return node.range ?? [0, 0, 0];
}

/** The first alias on the way to a path, as the length of its own path. */
export function aliasOnPath(root: Node | null, path: readonly (string | number)[]): number | undefined {
  let node: unknown = root;
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) return index;
    if (isMap(node)) node = pairOf(node, String(step))?.value;
    else if (isSeq(node)) node = node.items[Number(step)];
    else return undefined;
  }
  return isAlias(node) ? path.length : undefined;
}

function itemTokens(list: YAMLSeq): readonly CST.CollectionItem[] {
  const token = list.srcToken;
  if (!token || !("items" in token)) return [];
  return (token.items as readonly CST.CollectionItem[]).filter(
    ({ start, key, sep, value }) =>
      key !== undefined ||
      sep !== undefined ||
      value !== undefined ||
      tokenIn(start, "seq-item-ind") ||
      tokenIn(start, "anchor"),
  );
}

function tokenIn(
  tokens: readonly CST.SourceToken[] | undefined,
  type: CST.SourceToken["type"],
): CST.SourceToken | undefined {
  return tokens?.find((token) => token.type === type);
}

const props: readonly string[] = ["anchor", "tag", "explicit-key-ind"];

function startIn(tokens: readonly CST.SourceToken[] | undefined): number | undefined {
  return tokens?.find(({ type }) => props.includes(type))?.offset;
}

/** Behind the anchors and tags in front of a value. */
function behindProps(tokens: readonly CST.SourceToken[] | undefined): number | undefined {
  const last = tokens?.findLast(({ type }) => type === "anchor" || type === "tag");
  return last && last.offset + last.source.length;
}
