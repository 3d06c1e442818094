import { wordsOf } from "@servicechat/contract/language";

const maxWordsAtAGlance = 45;
const maxCodeLines = 8;
/** Steps are of use together: a longer list of them is cut, and says so. */
const maxWordsOfSteps = 80;
/** Share of the best row's rank. */
const nearlyAll = 0.75;

/** Sentences that lean on the one before them: quoted alone, they cannot be understood. */
const leaning =
  /^(?:see also|siehe auch|voir aussi|véase también|it|its|they|them|their|this|that|these|those|he|she|then|also|however|otherwise|instead|so|but|and|or|there|both|such|here|es|er|sie|dies\p{L}*|das|dann|auch|sonst|aber|und|il|elle|ils|cela|ce|puis|esto|ese|esa|esos|ello|luego|también)\b/iu;
const sentenceSegmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The lines of a block. */
export const textOf = (block: Block | undefined): string => block?.lines.join("\n") ?? "";

/** Sentences of a paragraph, items of a list, rows of a table (its header is none), or the whole block. */
export function unitsOf({ kind, lines }: Block): readonly string[] {
  switch (kind) {
    case "paragraph":
      // A line break within a paragraph ends no sentence.
      return sentencesOf(lines.map((line) => line.trim()).join(" "));
    case "list":
      return itemsOf(lines);
    case "table":
      return lines.slice(2);
    case "code":
    case "other":
      return [lines.join("\n")];
  }
}

/** A question mark within an address ends no sentence, nor does a full stop within what is bold. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of sentenceSegmenter.segment(text)) {
    open += segment;
    if (/\]\([^()\s]*$/.test(open) || isBoldOpen(open)) continue;
    sentences.push(open.trim());
    open = "";
  }
  return open === "" ? sentences : [...sentences, open.trim()];
}

/** Whether bold type has begun and not ended. Asterisks within code, such as in `src/**`, do not count. */
const isBoldOpen = (text: string): boolean => text.replace(/`[^`]*`/g, "").split("**").length % 2 === 0;

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[][] = [];
  const indent = /^\s*/.exec(lines[0] ?? "")?.[0].length ?? 0;
  for (const line of lines) {
    const begins = /^\s*(?:[-*+]|\d+[.)])\s/.test(line) && line.search(/\S/) <= indent;
    if (begins || items.length === 0) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items.map((item) => item.join("\n"));
}

/** The part of a block to keep. */
interface Cut {
  /** Number of the unit that must be there. */
  readonly from: number;
  readonly maxWords: number;
  readonly rank: (unit: string) => number;
}

/** As much of a block as there is room for, word for word and in its order. */
export function cutBlock(block: Block | undefined, { from, maxWords, rank }: Cut): string {
  if (!block) return "";
  const units = unitsOf(block);
  if (lengthOf(textOf(block)) <= maxWords) return fromSentence(block, units, from);
  switch (block.kind) {
    case "paragraph":
      return take(units.slice(beginning(units, from)), maxWords).join(" ");
    case "list":
      return isNumbered(block) ? stepsOf(units) : inOrder(units, { maxWords, rank });
    case "table":
      return [...block.lines.slice(0, 2), inOrder(bestRows(units, rank), { maxWords, rank })].join("\n");
    case "code":
    case "other":
      return take(units, maxWords).join("\n");
  }
}

/** A paragraph of a few sentences is read at a glance; of a longer one the answering sentence comes first. */
function fromSentence(block: Block, units: readonly string[], from: number): string {
  const isGlance = block.kind !== "paragraph" || lengthOf(textOf(block)) <= maxWordsAtAGlance;
  return isGlance ? textOf(block) : units.slice(beginning(units, from)).join(" ");
}

/** Whether a sentence refers to what precedes it. */
export const isLeaning = (unit: string): boolean => leaning.test(unit.replace(/^[^\p{L}]+/u, ""));

/** A sentence that leans on the one before it begins there. */
function beginning(units: readonly string[], from: number): number {
  let at = from;
  while (at > 0 && isLeaning(units[at] ?? "")) at--;
  return at;
}

const isNumbered = ({ lines }: Block): boolean => /^\s*\d+[.)]\s/.test(lines[0] ?? "");

/** All steps, or the first ones. */
function stepsOf(units: readonly string[]): string {
  const steps = take(units, maxWordsOfSteps);
  return steps.length < units.length ? `${steps.join("\n")}\n\n…` : steps.join("\n");
}

/** The first units that fit. Of one that alone is too long, its beginning. */
function take(units: readonly string[], maxWords: number): readonly string[] {
  let room = maxWords;
  const count = units.findIndex((unit) => (room -= lengthOf(unit)) < 0);
  if (count === 0) return [shortened(units[0] ?? "", maxWords)];
  return count < 0 ? units : units.slice(0, count);
}

/** Cut between lines where that is possible, else between words: then without links, which a cut would break. */
export function shortened(text: string, maxWords: number): string {
  if (lengthOf(text) <= maxWords) return text;
  let room = maxWords;
  const lines = text.split("\n");
  const count = lines.findIndex((line) => (room -= lengthOf(line)) < 0);
  if (count > 0) return lines.slice(0, count).join("\n");
  const oneQuote = text.replaceAll(/\n *>[ >]*/g, "\n");
  const plain = oneQuote.replaceAll(/!?\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "$1").split(/\s+/);
  return `${plain.slice(0, maxWords).join(" ")} …`;
}

/** Rows that have about as much of the question as the one that has most; the others are read over. */
function bestRows(rows: readonly string[], rank: Cut["rank"]): readonly string[] {
  const max = Math.max(...rows.map(rank));
  return rows.filter((row) => rank(row) >= max * nearlyAll);
}

/** The units that matter most, as many as fit, in their own order. */
function inOrder(units: readonly string[], { maxWords, rank }: Omit<Cut, "from">): string {
  const order = units
    .map((unit, at) => ({ unit, at, rank: rank(unit) }))
    .toSorted((one, other) => other.rank - one.rank || one.at - other.at);
  const taken = take(
    order.map(({ unit }) => unit),
    maxWords,
  );
  const kept = new Set(taken);
  const inPlace = units.filter((unit) => kept.has(unit));
  return (inPlace.length > 0 ? inPlace : taken).join("\n");
}

/** Code whole when it is short, else the lines around the one that matters most. */
export function cutCode(block: Block, rank: Cut["rank"]): string {
  const [open = "", ...rest] = block.lines;
  const close = rest.pop() ?? "";
  if (rest.length <= maxCodeLines) return textOf(block);
  const best = rest.reduce((at, line, index) => (rank(line) > rank(rest[at] ?? "") ? index : at), 0);
  const start = Math.max(0, Math.min(best - Math.floor(maxCodeLines / 2), rest.length - maxCodeLines));
  const lines = rest.slice(start, start + maxCodeLines);
  return [
    open,
    ...(start > 0 ? ["…"] : []),
    ...lines,
    ...(start + maxCodeLines < rest.length ? ["…"] : []),
    close,
  ].join("\n");
}

/** Whether blocks need no more words together than there is room for, and no more lines of code. */
export function isBrief(blocks: readonly Block[], maxWords: number): boolean {
  const isShortCode = ({ kind, lines }: Block) => kind !== "code" || lines.length <= maxCodeLines + 2;
  return blocks.every(isShortCode) && lengthOf(blocks.map(textOf).join("\n")) <= maxWords;
}

/** How many words a text has, without the addresses of links. */
export function lengthOf(text: string): number {
  return wordsOf(withoutAddresses(text)).length;
}

/** A text with the names of its links alone. */
export const withoutAddresses = (text: string): string => text.replace(/\]\([^()\s]*\)/g, "]");

/** One block of Markdown with its lines; the fences of code are among them. */
export interface Block {
  readonly kind: "paragraph" | "list" | "table" | "code" | "other";
  readonly lines: readonly string[];
}

/** A line of a quotation that has nothing but its marks. */
const emptyQuote = /^[\s>]*$/;

/** The blocks of a passage, in order. Empty lines separate them, but not within code. Code that was cut off is closed. */
export function blocksOf(text: string): readonly Block[] {
  const groups: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.trim().split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined && groups.at(-1)?.length) groups.push([]);
    if (fence === undefined && emptyQuote.test(line)) groups.push([]);
    else groups.at(-1)?.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) {
      fence = undefined;
      groups.push([]);
    }
  }
  if (fence !== undefined) groups.at(-1)?.push(fence);
  return joinLists(
    groups.filter((lines) => lines.length > 0).map((lines) => ({ kind: kindOf(lines), lines })),
  );
}

function kindOf([first = "", second = ""]: readonly string[]): Block["kind"] {
  if (/^ {0,3}(?:`{3}|~{3})/.test(first)) return "code";
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(first)) return "list";
  if (first.trimStart().startsWith("|") || isRule(second)) return "table";
  return /^\s*(?:[>#]| {4})/.test(first) ? "other" : "paragraph";
}

/** Blank lines between the items of a list make no other list. */
function joinLists(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const continues =
      last?.kind === "list" && (block.kind === "list" || /^(?: {2,}|\t)\S/.test(block.lines[0] ?? ""));
    if (continues) joined[joined.length - 1] = { kind: "list", lines: [...last.lines, "", ...block.lines] };
    else joined.push(block);
  }
  return joined;
}

/** The line below the heads of a table. */
function isRule(line: string): boolean {
  return line.lastIndexOf("|") > 0 && /^[\s:|-]+$/.test(line);
}
