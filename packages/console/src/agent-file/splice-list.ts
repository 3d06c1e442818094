import { isPair, isScalar, isSeq } from "yaml";
import type { Pair, YAMLMap, YAMLSeq } from "yaml";
import { renderBlock, renderFlow } from "./render-yaml.ts";
import {
  blockStart,
  insertLines,
  removeFromFlow,
  replaceValue,
  separatorAt,
  splice,
  type FileSource,
} from "./splice-yaml.ts";
import {
  columnOf,
  itemRange,
  lineEnd,
  lineStart,
  pairEnd,
  pairStart,
  rangeOf,
  type Place,
} from "./yaml-places.ts";

/** The lines of a list's item in a block, with the comments directly above it; between brackets only its own text. */
function slotOf(text: string, list: YAMLSeq, index: number): readonly [number, number] {
  const [start, end] = itemRange(text, list, index);
  return list.flow ? [start, end] : [blockStart(text, start), lineEnd(text, end)];
}

/** Adds an item to a list. */
export function insertItem(
  source: FileSource,
  place: Place & { readonly node: YAMLSeq },
  { index, value }: { readonly index: number; readonly value: unknown },
): string {
  const { text, style, isJson } = source;
  const { node: list } = place;
  const count = list.items.length;
  if (count === 0) return replaceValue(source, place, [value]);
  if (list.flow) {
    const [start, end] = rangeOf(list);
    const isMapIntoWords = typeof value === "object" && value !== null && !place.isInFlow && !isJson;
    if (isMapIntoWords && !text.slice(start, end).includes("\n"))
      return unfoldList(source, place, { index, value });
    const shown = renderFlow(value, isJson);
    const [itemStart, itemEnd] = itemRange(text, list, Math.min(index, count - 1));
    if (index >= count) return splice(text, itemEnd, itemEnd, separatorAt(text, itemStart, ",") + shown);
    return splice(text, itemStart, itemStart, shown + separatorAt(text, itemStart, ","));
  }
  const [first] = itemRange(text, list, 0);
  const column = columnOf(text, first);
  const lines = " ".repeat(column) + renderBlock([value], column, { ...style, areListsIndented: true });
  const slot = slotOf(text, list, Math.min(index, count - 1));
  return insertLines(source, index >= count ? slot[1] : slot[0], lines);
}

/** Writes a list between brackets in lines instead, because the new item does not fit between brackets. */
function unfoldList(
  source: FileSource,
  { node: list, from, column }: Place & { readonly node: YAMLSeq },
  { index, value }: { readonly index: number; readonly value: unknown },
): string {
  const { text, style } = source;
  const dash = column + (style.areListsIndented ? style.step : 0);
  const items = list.items.map((_, at) => `- ${text.slice(...itemRange(text, list, at))}`);
  items.splice(index, 0, renderBlock([value], dash, { ...style, areListsIndented: true }));
  const without = splice(text, from, rangeOf(list)[1], "");
  const lines = items.map((item) => " ".repeat(dash) + item).join(style.eol);
  return insertLines({ ...source, text: without }, lineEnd(without, from), lines);
}

/** Removes an item of a list, with the comments directly above it. */
export function removeItem({ text }: FileSource, list: YAMLSeq, index: number): string {
  if (list.flow)
    return removeFromFlow(
      text,
      list.items.map((_, at) => itemRange(text, list, at)),
      index,
    );
  if (list.items.length === 1) {
    const [start, end] = itemRange(text, list, index);
    return splice(text, start, end, "[]");
  }
  const [from, to] = slotOf(text, list, index);
  return splice(text, from, to, "");
}

/** Puts the items of a list in another order: `order` has the present index of each. */
export function reorderItems(source: FileSource, list: YAMLSeq, order: readonly number[]): string {
  const slots = list.items.map((_, at) => slotOf(source.text, list, at));
  return permute(source, slots, order);
}

/** The pairs of a map in the order of names; others stay behind them. */
export function sortPairs(map: YAMLMap, names: readonly string[]): YAMLMap["items"] {
  const rank = ({ key }: Pair): number => {
    const at = names.indexOf(isScalar(key) ? String(key.value) : "");
    return at < 0 ? names.length : at;
  };
  return map.items.toSorted((one, other) => rank(one) - rank(other));
}

/** Puts the fields of a map in another order. */
export function reorderKeys(source: FileSource, map: YAMLMap, names: readonly string[]): string | undefined {
  const { text } = source;
  const slots = map.items.map((pair): readonly [number, number] => {
    const [from, to] = [pairStart(pair), pairEnd(text, pair)];
    return map.flow ? [from, to] : [blockStart(text, from), lineEnd(text, to)];
  });
  const isInline = map.items.some(
    (pair) => text.slice(lineStart(text, pairStart(pair)), pairStart(pair)).trim() !== "",
  );
  const order = sortPairs(map, names).map((pair) => map.items.indexOf(pair));
  return isInline && !map.flow ? undefined : permute(source, slots, order);
}

/** Puts the texts of slots in another order, and leaves what stands between them. */
function permute(
  { text, style }: FileSource,
  slots: readonly (readonly [number, number])[],
  order: readonly number[],
): string {
  const texts = slots.map(([from, to]) => text.slice(from, to));
  const isOpen = texts[0]?.endsWith("\n") === true && texts.at(-1)?.endsWith("\n") === false;
  if (isOpen) texts.push(`${texts.pop() ?? ""}${style.eol}`);
  const ordered = slots.toReversed().reduce((whole, [from, to], fromEnd) => {
    const moved = texts[order[slots.length - 1 - fromEnd] ?? 0] ?? "";
    return splice(whole, from, to, moved);
  }, text);
  return isOpen ? ordered.slice(0, -style.eol.length) : ordered;
}

/** Whether a place has a list without pairs in it. */
export function isListPlace(place: Place): place is Place & { readonly node: YAMLSeq } {
  return isSeq(place.node) && !place.node.items.some((item) => isPair(item));
}
