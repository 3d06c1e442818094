import { isCollection, isMap, isScalar } from "yaml";
import type { Node, Pair, Scalar, YAMLMap } from "yaml";
import {
  renderBlock,
  renderFlow,
  renderFlowPair,
  renderLiteral,
  renderScalar,
  type FileStyle,
} from "./render-yaml.ts";
import {
  columnOf,
  contentEnd,
  isEmpty,
  lineEnd,
  lineStart,
  pairEnd,
  pairStart,
  rangeOf,
  type Place,
} from "./yaml-places.ts";

/** A file's text with how it is written. */
export interface FileSource {
  readonly text: string;
  readonly style: FileStyle;
  /** Whether the file is JSON, where every key and text has quotes. */
  readonly isJson: boolean;
}

/** Puts a text in place of another. */
export const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Inserts whole lines at the start of a line, or at the end of a file whose last line has no break. */
export function insertLines({ text, style }: FileSource, at: number, lines: string): string {
  const isOpen = at > 0 && text[at - 1] !== "\n";
  return splice(text, at, at, isOpen ? style.eol + lines : lines + style.eol);
}

const isBlockScalar = (node: Node): boolean =>
  isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");

/** Writes a value in place of another one. */
export function replaceValue(source: FileSource, place: Place, value: unknown): string {
  const { text, style, isJson } = source;
  const { node, from } = place;
  if (place.isInFlow || isJson) {
    const [start, end] = rangeOf(node);
    const quotes = quotesOf(node, value);
    const shown =
      quotes && !isJson ? renderScalar(value, { isFlow: true, quotes }) : renderFlow(value, isJson);
    return splice(text, start, end, shown);
  }
  const isPlain = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (!isPlain) return replaceByBlock(source, place, value as object);
  const column = place.column + style.step;
  const literal = typeof value === "string" && value.includes("\n") && renderLiteral(value, column, style);
  const inline =
    isPlain && typeof value === "object" && value !== null ? renderFlow(value, false) : undefined;
  const first = literal
    ? literal.header
    : (inline ?? renderScalar(value, { isFlow: false, quotes: quotesOf(node, value) }));
  const { head, rest } = cutValue(source, place, first);
  if (!literal) return head + rest;
  const before = isBlockScalar(node) ? bodyColumn(text, node) : undefined;
  const { body } = (before !== undefined && renderLiteral(value, before, style)) || literal;
  if (rest === "" && !head.endsWith("\n")) return head + style.eol + body.slice(0, -style.eol.length);
  return head + body + rest;

  function quotesOf(old: Node, next: unknown): Scalar.Type | undefined {
    return isScalar(old) && typeof old.value === "string" && typeof next === "string" ? old.type : undefined;
  }

  function cutValue(
    { text: whole }: FileSource,
    { node: old }: Place,
    shown: string,
  ): { readonly head: string; readonly rest: string } {
    const [start, end] = rangeOf(old);
    if (isEmpty(old)) {
      const at = lineEnd(whole, from);
      return {
        head: `${whole.slice(0, from)} ${shown}${withoutBlanks(whole.slice(from, at))}`,
        rest: whole.slice(at),
      };
    }
    if (isBlockScalar(old)) {
      const headerEnd = start + (/^[|>][-+\d]*/.exec(whole.slice(start))?.[0].length ?? 1);
      const bodyEnd = Math.max(lineEnd(whole, headerEnd), lineEnd(whole, contentEnd(whole, old)));
      return {
        head: whole.slice(0, start) + shown + whole.slice(headerEnd, lineEnd(whole, headerEnd)),
        rest: whole.slice(bodyEnd),
      };
    }
    const isBlock = isCollection(old) && !old.flow;
    const to = isBlock ? contentEnd(whole, old) : end;
    const behind = literal ? lineEnd(whole, to) : to;
    const until = isBlock ? `${whole.slice(0, from)} ` : whole.slice(0, start);
    return { head: until + shown + whole.slice(to, behind), rest: whole.slice(behind) };
  }
}

/** The column at which the lines of a block of text begin. */
function bodyColumn(text: string, node: Node): number | undefined {
  const [start, end] = rangeOf(node);
  return /^[^\n]*\n(?:[ \t]*\r?\n)*( +)\S/.exec(text.slice(start, end))?.[1]?.length;
}

/** Writes a map or list in lines, in place of a value. */
function replaceByBlock(source: FileSource, place: Place, value: object): string {
  const { text, style } = source;
  const { node, from } = place;
  const [start, end] = rangeOf(node);
  if (isCollection(node) && !node.flow) {
    const isBelow = text.slice(lineStart(text, start), start).trim() === "";
    const min = isBelow && !Array.isArray(value) ? place.column + style.step : 0;
    const own = columnOf(text, start);
    const indentation = " ".repeat(Math.max(0, min - own));
    return splice(
      text,
      start,
      contentEnd(text, node),
      indentation + renderBlock(value, Math.max(min, own), style),
    );
  }
  const isItem = /^[ -]*$/.test(text.slice(lineStart(text, from), from));
  if (isItem && !isEmpty(node))
    return splice(text, start, end, renderBlock(value, columnOf(text, start), style));
  if (isItem) return splice(text, from, from, ` ${renderBlock(value, columnOf(text, from) + 1, style)}`);
  const column = place.column + (Array.isArray(value) && !style.areListsIndented ? 0 : style.step);
  const lines = " ".repeat(column) + renderBlock(value, column, style);
  if (isBlockScalar(node)) {
    const bodyEnd = lineEnd(text, contentEnd(text, node));
    return insertLines(
      { ...source, text: splice(text, from, bodyEnd, style.eol) },
      from + style.eol.length,
      lines,
    );
  }
  const without = isEmpty(node) ? text : splice(text, from, end, "");
  return insertLines({ ...source, text: without }, lineEnd(without, from), lines);
}

/** Adds a key to a map: in front of another key of it, or at its end. */
export function addKey(
  source: FileSource,
  place: Place & { readonly node: YAMLMap },
  {
    key,
    value,
    before,
  }: { readonly key: string; readonly value: unknown; readonly before: Pair | undefined },
): string {
  const { text, style, isJson } = source;
  const node: YAMLMap = place.node;
  const last = node.items.at(-1);
  if (!last) return replaceValue(source, place, { [key]: value });
  if (node.flow) {
    const shown = renderFlowPair(key, value, isJson);
    if (before) {
      const at = pairStart(before);
      return splice(text, at, at, shown + separatorAt(text, at));
    }
    return splice(
      text,
      pairEnd(text, last),
      pairEnd(text, last),
      separatorAt(text, pairStart(last), ",") + shown,
    );
  }
  const column = columnOf(text, pairStart(last));
  const lines = " ".repeat(column) + renderBlock({ [key]: value }, column, style);
  return insertLines(
    source,
    before ? blockStart(text, pairStart(before)) : lineEnd(text, pairEnd(text, last)),
    lines,
  );
}

/** A comma, and what stands between entries: a line break for one that begins its line, else a space. */
export function separatorAt(text: string, start: number, comma = ", "): string {
  const indentation = text.slice(lineStart(text, start), start);
  if (indentation.trim() !== "") return ", ";
  return `${comma.trim()}${text.includes("\r\n") ? "\r\n" : "\n"}${indentation}`;
}

/** Removes a key and its value. Comments above it stay. */
export function removeKey(source: FileSource, map: YAMLMap, pair: YAMLMap["items"][number]): string {
  const { text } = source;
  const at = map.items.indexOf(pair);
  const start = pairStart(pair);
  const end = pairEnd(text, pair);
  if (map.flow) {
    const ranges = map.items.map((each) => [pairStart(each), pairEnd(text, each)] as const);
    return removeFromFlow(text, ranges, at);
  }
  if (map.items.length === 1) return splice(text, start, end, "{}");
  const line = lineStart(text, start);
  if (text.slice(line, start).trim() === "") return splice(text, line, lineEnd(text, end), "");
  // Behind the dash of a list item the next line moves up.
  const next = lineEnd(text, end);
  return splice(text, start, next + (/^ */.exec(text.slice(next))?.[0].length ?? 0), "");
}

/** Removes an entry between brackets or braces with one of its commas. */
export function removeFromFlow(
  text: string,
  ranges: readonly (readonly [number, number])[],
  at: number,
): string {
  const [start, end] = ranges[at] ?? [0, 0];
  const next = ranges[at + 1];
  const before = ranges[at - 1];
  if (next) return splice(text, start, next[0], "");
  return before ? splice(text, before[1], end, "") : splice(text, start, end, "");
}

/** The first line that belongs to an entry: its own, or that of the comments directly above it. */
export function blockStart(text: string, start: number): number {
  const column = columnOf(text, start);
  let line = lineStart(text, start);
  while (line > 0) {
    const above = lineStart(text, line - 1);
    const comment = /^( *)#/.exec(text.slice(above, line));
    if (comment?.[1]?.length !== column) break;
    line = above;
  }
  return line;
}

/** Whether a place has a map. */
export function isMapPlace(place: Place): place is Place & { readonly node: YAMLMap } {
  return isMap(place.node);
}

/** The rest of a line, or nothing of it but its break if only blanks stand in it. */
const withoutBlanks = (rest: string): string => (rest.trim() === "" ? rest.replace(/[ \t]/g, "") : rest);
