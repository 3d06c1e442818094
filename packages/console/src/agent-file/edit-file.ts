import { isAlias, isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Document, Node, Pair } from "yaml";
import { isSame, stepsBetween, type Step } from "./compare-values.ts";
import { renderFlow, styleOf, type FileStyle } from "./render-yaml.ts";
import { insertItem, isListPlace, removeItem, reorderItems, reorderKeys, sortPairs } from "./splice-list.ts";
import { addKey, isMapPlace, removeKey, replaceValue, splice, type FileSource } from "./splice-yaml.ts";
import { aliasOnPath, pairOf, placeAt, rangeOf } from "./yaml-places.ts";

/** The way to a value of a file: names of fields and indices of lists. */
export type FilePath = readonly (string | number)[];

/** The order in which new fields are added to the file itself; a new field of anything else is its last. */
const fieldOrder = [
  "id",
  "name",
  "welcomeMessage",
  "instructions",
  "model",
  "fallbackModels",
  "branding",
  "starters",
  "tools",
  "actions",
  "knowledge",
];

/** The content of an agent file; `undefined` if it is not valid YAML or not an object. */
export function readFile(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parse(text);
  if (!document || !isMap(document.contents)) return undefined;
  return valueOf(document) as Readonly<Record<string, unknown>> | undefined;
}

/**
 * The file with another value at a path; `undefined` removes it. Only the lines of what is different change: comments,
 * order, quotes, brackets, anchors and line breaks of everything else stay byte for byte. A file that is not valid YAML
 * stays as it is.
 */
export function changeFile(text: string, path: FilePath, value: unknown): string {
  const before = readFile(text);
  if (!before) return text;
  const wanted = withoutUndefined(value);
  return stepsBetween(valueIn(before, path), wanted, path).reduce(
    (file, step) => applyStep(file, withParents(readFile(file), step)),
    text,
  );
}

/** The file with another name for a field; a name that is in use there already changes nothing. */
export function renameField(text: string, path: FilePath, name: string): string {
  const parent = path.slice(0, -1);
  const before = readFile(text);
  const around = valueIn(before, parent);
  if (typeof around !== "object" || around === null || Object.hasOwn(around, name)) return text;
  return applyStep(text, { kind: "rename", path, name });
}

/** The file with the fields of a map in another order. */
export function reorderFields(text: string, path: FilePath, names: readonly string[]): string {
  return applyStep(text, { kind: "sort", path, names });
}

/** The value at a path; `undefined` where there is none. */
export function valueIn(value: unknown, path: FilePath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}

/** The value at a path as a text; empty where there is none, or a map or list. */
export function textIn(value: unknown, path: FilePath = []): string {
  const found = valueIn(value, path);
  return typeof found === "string" || typeof found === "number" || typeof found === "boolean"
    ? String(found)
    : "";
}

let latest: { readonly text: string; readonly document: Document.Parsed } | undefined;

/** The text is parsed again and again while somebody types, mostly the same one. Nobody may change what it gives. */
function parse(text: string): Document.Parsed | undefined {
  if (latest?.text !== text) latest = { text, document: parseAnew(text) };
  return latest.document.errors.length > 0 ? undefined : latest.document;
}

function parseAnew(text: string): Document.Parsed {
  return parseDocument(text, { merge: true, keepSourceTokens: true, prettyErrors: false, logLevel: "error" });
}

/** The content; `undefined` if its aliases lead nowhere or multiply beyond reason. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/** A value in a map that is not there yet, or is empty, is set together with that map. */
function withParents(file: unknown, step: Step): Step {
  if (step.kind !== "set" || step.path.length === 0) return step;
  const parent = step.path.slice(0, -1);
  const around = valueIn(file, parent);
  if (typeof around === "object" && around !== null) return step;
  const key = step.path.at(-1);
  const value = typeof key === "number" ? [step.value] : { [String(key)]: step.value };
  return withParents(file, { kind: "set", path: parent, value });
}

/** Tries the finest change of the text first. One that does not give what the step says is not taken. */
function applyStep(text: string, step: Step): string {
  const document = parse(text);
  if (!document) return text;
  const changed = changedDocument(text, step);
  const wanted = valueOf(changed);
  if (wanted === undefined) {
    const without = resolveAliases(text, document);
    return without === text ? text : applyStep(without, step);
  }
  const source: FileSource = { text, style: styleOf(text), isJson: /^\s*\{\s*"/.test(text) };
  const isRight = (candidate: string | undefined): candidate is string => {
    const read = candidate === undefined ? undefined : parse(candidate);
    return read !== undefined && isSame(valueOf(read), wanted);
  };
  const finest = spliceStep(source, document, step);
  if (isRight(finest)) return finest;
  for (let length = step.path.length - 1; length > 0; length -= 1) {
    const around = step.path.slice(0, length);
    const place = placeAt(text, document.contents, around);
    const whole = place && replaceValue(source, place, valueIn(wanted, around));
    if (isRight(whole)) return whole;
  }
  return withBreaks(changed.toString({ lineWidth: 0 }), source.style);
}

/** What the library writes has plain line breaks. */
const withBreaks = (text: string, { eol }: FileStyle): string => text.replaceAll(/\r?\n/g, eol);

function spliceStep(source: FileSource, document: Document.Parsed, step: Step): string | undefined {
  const { text } = source;
  const root = document.contents as Node | null;
  const aliasLength = aliasOnPath(root, step.path);
  if (aliasLength !== undefined && aliasLength < step.path.length) return undefined;
  const parent = placeAt(text, root, step.path.slice(0, -1));
  const key = step.path.at(-1);
  switch (step.kind) {
    case "set": {
      const place = placeAt(text, root, step.path);
      if (place) return replaceValue(source, place, step.value);
      if (!parent || !isMapPlace(parent)) return undefined;
      const before = step.path.length === 1 ? keyAfter(parent.node.items, String(key)) : undefined;
      return addKey(source, parent, { key: String(key), value: step.value, before });
    }
    case "remove": {
      if (!parent) return undefined;
      if (isListPlace(parent)) return removeItem(source, parent.node, Number(key));
      const pair = isMapPlace(parent) && pairOf(parent.node, String(key));
      return pair && isMapPlace(parent) ? removeKey(source, parent.node, pair) : undefined;
    }
    case "insert":
      if (!parent || !isListPlace(parent)) return undefined;
      return insertItem(source, parent, { index: Number(key), value: step.value });
    case "rename": {
      const pair = parent && isMapPlace(parent) && pairOf(parent.node, String(key));
      if (!pair) return undefined;
      const [from, to] = rangeOf(pair.key as Node);
      return splice(text, from, to, renderFlow(step.name, source.isJson));
    }
    case "sort": {
      const map = placeAt(text, root, step.path);
      return map && isMapPlace(map) ? reorderKeys(source, map.node, step.names) : undefined;
    }
    case "order": {
      const list = placeAt(text, root, step.path);
      return list && isListPlace(list) ? reorderItems(source, list.node, step.order) : undefined;
    }
  }
}

/** The first field that comes later in the usual order, where this file has the usual order. */
function keyAfter(pairs: readonly Pair[], key: string): Pair | undefined {
  const rank = (name: unknown): number =>
    fieldOrder.indexOf(isScalar(name) ? String(name.value) : String(name));
  const own = rank(key);
  if (own < 0) return undefined;
  return pairs.find((pair) => rank(pair.key) > own);
}

/** The document after a step, as the library makes it: with the right content, and not always as it was written. */
function changedDocument(text: string, step: Step): Document.Parsed {
  const document = parseAnew(text);
  const aliasLength = aliasOnPath(document.contents, step.path);
  if (aliasLength !== undefined) {
    const shared = step.path.slice(0, aliasLength);
    if (step.path.length > aliasLength || step.kind !== "set")
      document.setIn(shared, document.createNode(valueIn(valueOf(parseAnew(text)), shared)));
  }
  switch (step.kind) {
    case "set":
      document.setIn(step.path, document.createNode(step.value));
      break;
    case "remove":
      document.deleteIn(step.path);
      break;
    case "insert": {
      const list = document.getIn(step.path.slice(0, -1));
      if (isSeq(list)) list.items.splice(Number(step.path.at(-1)), 0, document.createNode(step.value));
      break;
    }
    case "rename": {
      const map = document.getIn(step.path.slice(0, -1));
      const pair = isMap(map) ? pairOf(map, String(step.path.at(-1))) : undefined;
      if (pair) pair.key = document.createNode(step.name);
      break;
    }
    case "sort": {
      const map = document.getIn(step.path);
      if (isMap(map)) map.items = sortPairs(map, step.names);
      break;
    }
    case "order": {
      const list = document.getIn(step.path);
      if (isSeq(list)) list.items = step.order.map((index) => list.items[index]);
      break;
    }
  }
  return document;
}

/** The file with every alias written out: the one way to remove what others point to. */
function resolveAliases(text: string, document: Document.Parsed): string {
  const resolved = parseAnew(text);
  visit(resolved, { Alias: (_, alias) => alias.resolve(document)?.clone() as Node | undefined });
  visit(resolved, {
    Node(_, node) {
      if (!isAlias(node)) delete (node as { anchor?: string }).anchor;
    },
  });
  return withBreaks(resolved.toString({ lineWidth: 0 }), styleOf(text));
}

/** Fields that are `undefined` do not exist in a file. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, withoutUndefined(inner)]],
    ),
  );
}
