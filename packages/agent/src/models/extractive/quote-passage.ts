import { blocksOf, type Block } from "./blocks-of.ts";
import { countTerms, wordsOf } from "./telling-words.ts";

/** A passage that needs no more words than this is quoted whole. */
const maxWordsWhole = 60;
/** Words of a longer one's answering part, and of the paragraph that goes with it. */
const maxWordsOfLead = 60;
const maxWordsOfSupport = 45;
const maxWordsAtAGlance = 45;
const maxCodeLines = 8;
/** Words of what may answer. */
const maxWordsBriefly = 40;

/** Sentences that lean on the one before them: quoted alone, nobody knows what they are about. */
const leaning =
  /^(?:it|its|they|them|their|this|that|these|those|he|she|then|also|however|otherwise|instead|so|but|and|or|there|both|such|here|es|er|sie|dies\p{L}*|das|dann|auch|sonst|aber|und|il|elle|ils|cela|ce|puis|esto|ese|esa|esos|ello|luego|también)\b/iu;
/** Questions for a quantity or a time are answered by sentences with a number. */
const asksForNumber =
  /\b(?:how (?:long|many|much|often|big|large|fast|soon|late|far|old)|when|price|prices|cost|costs|fee|hours?|limit|maximum|minimum|wie (?:lange|viele?|oft|hoch|groß)|wann|kostet|combien|quand|cu[áa]nt[oa]s?|cu[áa]ndo|quanto|quando)\b/iu;

/** A section that begins so answers a yes-or-no question with it. */
const verdict =
  /^(?:yes|no|not|never|only|always|currently|it depends|you can(?:not)?|ja|nein|nicht|nie|nur|oui|non|s[íì]|sim|não|nee|tak|nie|evet|hayır)\b/iu;
const asksYesOrNo =
  /^(?:is|are|am|does|do|did|can|could|may|will|would|has|have|must|should|was|were|kann|können|ist|sind|hat|gibt|darf|muss|est-ce|puedo|puede|es|hay|tiene|posso|kan|mag|czy)\b/iu;

const sentenceSegmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** What a passage is quoted for. */
export interface Question {
  readonly question: string;
  /** Over the passage: what it says, all of the passage is about, and no sentence more than another. */
  readonly heading: string;
  /** The words that say what it is about, each with those that may stand for it. */
  readonly terms: readonly (readonly string[])[];
}

/**
 * The part of a passage that answers a question, word for word: the sentence (list item, table row) that has most of the
 * question's words first, with the rest of its paragraph, and at most one more paragraph or eight lines of code.
 */
export function quotePassage(text: string, asked: Question): string {
  const blocks = blocksOf(text);
  if (isShort(blocks)) return join(blocks.map(textOf));

  const terms = openTerms(asked);
  const rank = (unit: string): number => rankOf(unit, { ...asked, terms });
  const best = startsWithVerdict(blocks, asked.question)
    ? { block: 0, unit: 0 }
    : bestOf(blocks.map((block) => (block.kind === "code" ? [] : unitsOf(block).map(rank))));
  const lead = best && blocks[best.block];
  if (!best || !lead) return cutCode(blocks[0], rank);

  const quoted = new Set([best.block]);
  const before = introductionOf(blocks, best.block);
  if (before !== undefined) quoted.add(before);
  const parts = [
    ...(before === undefined ? [] : [textOf(blocks[before])]),
    cutBlock(lead, { from: best.unit, maxWords: maxWordsOfLead, rank }),
  ];
  const more = supportOf(blocks, { lead: best.block, quoted, rank, terms });
  if (more !== undefined) {
    const isCode = blocks[more]?.kind === "code";
    parts.push(
      isCode
        ? cutCode(blocks[more], rank)
        : cutBlock(blocks[more], { from: 0, maxWords: maxWordsOfSupport, rank }),
    );
  }
  return join(parts);
}

/**
 * The beginning of what `quotePassage` gives, in about 40 words: the answering sentence, or the items or rows that have
 * most of the question's words. Empty when there is only code.
 */
export function quoteBriefly(text: string, asked: Question): string {
  const terms = openTerms(asked);
  const rank = (unit: string): number => rankOf(unit, { ...asked, terms });
  const all = blocksOf(text);
  if (isShort(all)) return join(all.map(textOf));
  const blocks = all.filter(({ kind }) => kind !== "code");
  const best = bestOf(blocks.map((block) => unitsOf(block).map(rank)));
  return best ? cutBlock(blocks[best.block], { from: best.unit, maxWords: maxWordsBriefly, rank }) : "";
}

/** The terms that the heading does not have. */
function openTerms({ heading, terms }: Question): Question["terms"] {
  return terms.filter((term) => countTerms(heading, [term]) === 0);
}

function startsWithVerdict(blocks: readonly Block[], question: string): boolean {
  const isAnswer = blocks[0]?.kind === "paragraph" && verdict.test(textOf(blocks[0]));
  return isAnswer && asksYesOrNo.test(question.trim().replace(/^[¿¡]/, ""));
}

function isShort(blocks: readonly Block[]): boolean {
  const isShortCode = ({ kind, lines }: Block) => kind !== "code" || lines.length <= maxCodeLines + 2;
  return blocks.every(isShortCode) && lengthOf(join(blocks.map(textOf))) <= maxWordsWhole;
}

const textOf = (block: Block | undefined): string => block?.lines.join("\n") ?? "";
const join = (parts: readonly string[]): string => parts.filter(Boolean).join("\n\n");

/** Sentences of a paragraph, items of a list, rows of a table (its header is none), or the whole block. */
function unitsOf({ kind, lines }: Block): readonly string[] {
  switch (kind) {
    case "paragraph":
      // A line break within a paragraph ends no sentence.
      return Array.from(
        sentenceSegmenter.segment(lines.map((line) => line.trim()).join(" ")),
        ({ segment }) => segment.trim(),
      );
    case "list":
      return itemsOf(lines);
    case "table":
      return lines.slice(2);
    case "code":
    case "other":
      return [lines.join("\n")];
  }
}

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

/** How much of a question a text has. */
function rankOf(text: string, { question, terms }: Question): number {
  const isNumber = asksForNumber.test(question) && /\d/.test(text);
  return countTerms(text, terms) + (isNumber ? 0.5 : 0);
}

/** Where the highest number stands; of equals the first. */
function bestOf(
  ranks: readonly (readonly number[])[],
): { readonly block: number; readonly unit: number } | undefined {
  const places = ranks.flatMap((units, block) => units.map((rank, unit) => ({ block, unit, rank })));
  return places.reduce<(typeof places)[number] | undefined>(
    (best, place) => (best && best.rank >= place.rank ? best : place),
    undefined,
  );
}

/** The paragraph that ends in a colon and is about the list, table or code behind it. */
function introductionOf(blocks: readonly Block[], at: number): number | undefined {
  const block = blocks[at];
  const before = blocks[at - 1];
  const isIntroduced = block !== undefined && block.kind !== "paragraph" && before?.kind === "paragraph";
  return isIntroduced && /:\W*$/.test(textOf(before)) && lengthOf(textOf(before)) <= maxWordsOfSupport
    ? at - 1
    : undefined;
}

interface Cut {
  /** Number of the unit that must be there. */
  readonly from: number;
  readonly maxWords: number;
  readonly rank: (unit: string) => number;
}

/** As much of a block as there is room for, word for word and in its order. */
function cutBlock(block: Block | undefined, { from, maxWords, rank }: Cut): string {
  if (!block) return "";
  const units = unitsOf(block);
  if (lengthOf(textOf(block)) <= maxWords) return fromSentence(block, units, from);
  switch (block.kind) {
    case "paragraph":
      return take(units.slice(beginning(units, from)), maxWords).join(" ");
    case "list":
      return isNumbered(block) ? take(units, maxWords).join("\n") : inOrder(units, { maxWords, rank });
    case "table":
      return [...block.lines.slice(0, 2), inOrder(units, { maxWords, rank })].join("\n");
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

/** A sentence that leans on the one before it begins there. */
function beginning(units: readonly string[], from: number): number {
  let at = from;
  while (at > 0 && leaning.test((units[at] ?? "").replace(/^[^\p{L}]+/u, ""))) at--;
  return at;
}

const isNumbered = ({ lines }: Block): boolean => /^\s*\d+[.)]\s/.test(lines[0] ?? "");

/** The first units that fit. Of one that alone is too long, its beginning. */
function take(units: readonly string[], maxWords: number): readonly string[] {
  let room = maxWords;
  const count = units.findIndex((unit) => (room -= lengthOf(unit)) < 0);
  if (count === 0) return [shortened(units[0] ?? "", maxWords)];
  return count < 0 ? units : units.slice(0, count);
}

/** Cut between lines where that is possible, else between words: then without links, which a cut would break. */
function shortened(text: string, maxWords: number): string {
  let room = maxWords;
  const lines = text.split("\n");
  const count = lines.findIndex((line) => (room -= lengthOf(line)) < 0);
  if (count > 0) return lines.slice(0, count).join("\n");
  const plain = text.replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1").split(/\s+/);
  return `${plain.slice(0, maxWords).join(" ")} …`;
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

/** The block that goes with the answer: what it introduces, else what says most of what it leaves out. */
function supportOf(
  blocks: readonly Block[],
  {
    lead,
    quoted,
    rank,
    terms,
  }: {
    readonly lead: number;
    readonly quoted: ReadonlySet<number>;
    readonly rank: Cut["rank"];
    readonly terms: Question["terms"];
  },
): number | undefined {
  const leadText = textOf(blocks[lead]);
  const next = blocks[lead + 1];
  if (next && (/:\W*$/.test(leadText) || next.kind === "code")) return lead + 1;
  const open = terms.filter((term) => countTerms(leadText, [term]) === 0);
  const candidates = blocks
    .map((block, at) => ({ at, adds: countTerms(textOf(block), open), rank: rank(textOf(block)) }))
    .filter(({ at, adds }) => !quoted.has(at) && adds > 0)
    .toSorted((one, other) => other.adds - one.adds || other.rank - one.rank);
  if (candidates[0]) return candidates[0].at;
  // A section says first what it is about.
  return lead > 0 && blocks[0]?.kind === "paragraph" && !quoted.has(0) ? 0 : undefined;
}

/** Code whole when it is short, else the lines around the one that matters most. */
function cutCode(block: Block | undefined, rank: Cut["rank"]): string {
  if (!block) return "";
  if (block.kind !== "code") return cutBlock(block, { from: 0, maxWords: maxWordsOfLead, rank });
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

function lengthOf(text: string): number {
  return wordsOf(text).length;
}
