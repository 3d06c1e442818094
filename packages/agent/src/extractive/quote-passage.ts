import { asksForNumber } from "@servicechat/contract/language";
import {
  cutBlock,
  cutCode,
  isBrief,
  isLeaning,
  lengthOf,
  textOf,
  unitsOf,
  withoutAddresses,
  shortened,
} from "./cut-block.ts";
import type { Block } from "./cut-block.ts";
import { readBlocks } from "./read-blocks.ts";
import { countTerms } from "./keywords.ts";

/** How many words a quotation has room for. */
interface Room {
  /** A passage that needs no more is quoted whole. */
  readonly whole: number;
  /** Of a longer one: its answering part. */
  readonly lead: number;
  /** The paragraph, list or table that goes with it. */
  readonly support: number;
  /** How much may precede the answering part, so that the passage is quoted from its beginning. */
  readonly before: number;
}

const full: Room = { whole: 60, lead: 60, support: 36, before: 30 };
const brief: Room = { whole: 45, lead: 40, support: 30, before: 0 };

/** A section that begins so answers a yes-or-no question with it. */
const verdict =
  /^\**(?:yes|no|not|never|only|always|currently|it depends|you can(?:not)?|ja|nein|nicht|nie|nur|oui|non|s[íì]|sim|não|nee|tak|nie|evet|hayır)(?:[^\p{L}\p{N}]|$)/iu;

/** Whether a quotation begins with a "yes" or "no" to the question that its section answers. */
export const isVerdict = (quote: string): boolean => verdict.test(quote);

/** A "yes" or "no" alone, with what it is written with. */
const yesOrNo =
  /^(\*{0,2})(?:yes|no|ja|nein|oui|non|s[íì]|sim|não|nee|tak|nie|evet|hayır)[,.:;!–—](\*{0,2})\s/iu;

/** A quotation without the "yes" or "no" that answers another question than the one that was asked. */
export function withoutVerdict(quote: string): string {
  const rest = quote.replace(yesOrNo, (_, opened: string, closed: string) => (closed ? "" : opened)).trim();
  return rest === quote || rest === "" ? quote : rest.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

const asksYesOrNo =
  /^(?:is|are|am|does|do|did|can|could|may|will|would|has|have|must|should|was|were|kann|können|ist|sind|hat|gibt|darf|muss|est-ce|puedo|puede|es|hay|tiene|posso|kan|mag|czy)\b/iu;

/** A line that only names what follows, such as "On your phone:" or "**Solutions**". */
export const announces = (text: string): boolean =>
  (text.split(/[\p{L}\p{N}]/u).at(-1) ?? "").includes(":") || /^\*\*[^*]+\*\*$/.test(text);

/** The question that a passage is quoted for. */
export interface Question {
  readonly question: string;
  /** Over the passage: what it says, all of the passage is about, and no sentence more than another. */
  readonly heading: string;
  /** Its significant words, each with synonyms. */
  readonly terms: readonly (readonly string[])[];
}

interface Reading {
  readonly blocks: readonly Block[];
  /** The question that stands over a block. */
  readonly asks: ReadonlyMap<Block, string>;
  readonly room: Room;
  readonly rank: (unit: string) => number;
  /** The terms that the heading does not have. */
  readonly terms: Question["terms"];
}

/**
 * The part of a passage that answers a question, word for word: the sentence (list item, table row) that has most of the
 * question's words first, with the rest of its paragraph, and at most one more paragraph, list, table or eight lines of
 * code. `isBrief`: in about half as many words. `fromStart`: its first sentence is known to answer.
 */
export function quotePassage(
  text: string,
  asked: Question,
  {
    isBrief: isShorter = false,
    fromStart = false,
  }: { readonly isBrief?: boolean; readonly fromStart?: boolean } = {},
): string {
  const room = isShorter ? brief : full;
  const { blocks, asks } = readBlocks(text);
  if (isBrief(blocks, room.whole)) return join(blocks.map(textOf));

  const terms = openTerms(asked);
  const rank = rankBy(asked.question, terms);
  const reading = { blocks, asks, room, rank, terms };
  const isFirst = fromStart || startsWithVerdict(blocks, asked.question);
  const best = isFirst ? { block: 0, unit: 0 } : answeringUnit(reading);
  if (!best || blocks[best.block]?.kind === "code") return quoteBlock(0, reading, room.lead);

  const first = beginsAt(best.block, reading);
  const parts = [
    ...blocks.slice(first, best.block).map(textOf),
    cutBlock(blocks[best.block], { from: best.unit, maxWords: room.lead, rank }),
  ];
  const more = supportOf({ ...reading, first, lead: best.block }).filter((at) => at !== best.block);
  const support = more.map((at) => quoteBlock(at, reading, room.support));
  // The text that announces the lead is above it.
  const [above] = more;
  const isAnnouncement = above === best.block - 1 && announces(textOf(blocks[above]));
  return join(isAnnouncement ? [...support, ...parts] : [...parts, ...support]);
}

function startsWithVerdict(blocks: readonly Block[], question: string): boolean {
  const isAnswer = blocks[0]?.kind === "paragraph" && verdict.test(textOf(blocks[0]));
  return isAnswer && asksYesOrNo.test(question.trim().replace(/^[¿¡]/, ""));
}

const join = (parts: readonly string[]): string => parts.filter(Boolean).join("\n\n");

/** Measures how much of a question a text has. */
function rankBy(question: string, terms: Question["terms"]): (text: string) => number {
  const isForNumber = asksForNumber(question);
  return (text) => {
    const read = withoutAddresses(text);
    return countTerms(read, terms) + (isForNumber && /\d/.test(read) ? 0.5 : 0);
  };
}

/** The terms that the heading does not have. */
const openTerms = ({ heading, terms }: Question): Question["terms"] =>
  terms.filter((term) => countTerms(heading, [term]) === 0);

/**
 * The sentence, item or row that has most of the question; of equals the first. A sentence that is about the block before
 * it is none, and a list on top, such as of defaults, only when it has more than the paragraph behind it.
 */
function answeringUnit({
  blocks,
  asks,
  rank,
}: Reading): { readonly block: number; readonly unit: number } | undefined {
  const isList = blocks[0]?.kind === "list" && blocks.some(({ kind }) => kind === "paragraph");
  const places = blocks
    .flatMap((block, at) =>
      block.kind === "code"
        ? []
        : unitsOf(block).map((text, unit) => ({
            block: at,
            unit,
            text,
            rank: Math.max(rank(text), unit === 0 ? rank(asks.get(block) ?? "") : 0),
          })),
    )
    .filter(({ block, unit, text }) => block === 0 || unit > 0 || !isLeaning(text));
  const inOrder = isList
    ? places.toSorted((one, other) => Number(one.block === 0) - Number(other.block === 0))
    : places;
  return inOrder.reduce<(typeof places)[number] | undefined>(
    (best, place) => (best && best.rank >= place.rank ? best : place),
    undefined,
  );
}

/**
 * The first block of the quotation: the passage's own if little precedes the lead, otherwise the text that introduces
 * the lead.
 */
function beginsAt(lead: number, { blocks, room }: Reading): number {
  const before = blocks.slice(0, lead);
  if (before.every(({ kind }) => kind === "paragraph") && lengthOf(join(before.map(textOf))) <= room.before)
    return 0;
  const introduction = blocks[lead - 1];
  const isIntroduced =
    introduction?.kind === "paragraph" &&
    announces(textOf(introduction)) &&
    lengthOf(textOf(introduction)) <= room.support;
  return isIntroduced ? lead - 1 : lead;
}

/** The blocks that go with the answer: what it leads to, else what says most of what it leaves out, else what follows. */
function supportOf({
  blocks,
  first,
  lead,
  room,
  rank,
  terms,
}: Reading & { readonly first: number; readonly lead: number }): readonly number[] {
  const leadText = textOf(blocks[lead]);
  const next = blocks[lead + 1];
  if (next && (announces(leadText) || isShown(next))) return announced(lead + 1, blocks);
  const open = terms.filter((term) => countTerms(leadText, [term]) === 0);
  const [adding] = blocks
    .map((block, at) => ({ at, adds: countTerms(textOf(block), open), rank: rank(textOf(block)) }))
    .filter(({ at, adds }) => (at < first || at > lead) && adds > 0)
    .toSorted((one, other) => other.adds - one.adds || other.rank - one.rank);
  if (adding) {
    const isIntroduced = adding.at - 1 > lead && announces(textOf(blocks[adding.at - 1]));
    return announced(adding.at - (isIntroduced ? 1 : 0), blocks);
  }
  // A section begins with its subject.
  if (first > 0 && blocks[0]?.kind === "paragraph") return announced(0, blocks);
  const following = blocks.findIndex((block, at) => at > lead && !isRemark(block));
  return following < 0 || lengthOf(leadText) > room.support ? [] : announced(following, blocks);
}

/** Anything to look at below a sentence is what the sentence is about. */
const isShown = ({ kind }: Block): boolean => kind === "code" || kind === "table" || kind === "list";

const isRemark = (block: Block): boolean =>
  block.kind === "other" && textOf(block).trimStart().startsWith(">");

/** A block, and what it announces: a paragraph over code is about that code. */
function announced(at: number, blocks: readonly Block[]): readonly number[] {
  const next = blocks[at + 1];
  const isOverCode = blocks[at]?.kind === "paragraph" && next?.kind === "code";
  const goesOn = next !== undefined && (isOverCode || announces(textOf(blocks[at])));
  return goesOn ? [at, ...announced(at + 1, blocks)] : [at];
}

function quoteBlock(at: number, { blocks, rank }: Reading, maxWords: number): string {
  const block = blocks[at];
  if (block?.kind === "code") return cutCode(block, rank);
  return cutBlock(block, { from: 0, maxWords, rank });
}

/** The maximum number of words below a link. */
const maxWords = 20;

/**
 * The sentence or list item of a passage that has most of a question, in one line: what a reader needs to decide whether to
 * follow its link. Nothing where the passage has only code and tables.
 */
export function quoteSentence(text: string, asked: Question): string {
  const rank = rankBy(asked.question, openTerms(asked));
  const best = readBlocks(text)
    .blocks.flatMap((block) =>
      block.kind === "paragraph" || block.kind === "list" ? joinVerdict(unitsOf(block)) : [],
    )
    .map((unit) => unit.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").replace(/\s+/g, " "))
    .filter((unit, at) => !announces(unit) && !asksSomething(unit) && (at === 0 || !isLeaning(unit)))
    .map((unit) => ({ unit, rank: rank(unit) }))
    .reduce((best, next) => (next.rank > best.rank ? next : best), { unit: "", rank: -1 });
  return shortened(best.unit, maxWords);
}

const asksSomething = (unit: string): boolean => /\?[*_\s]*$/.test(unit);

/** "No." alone says little: it is joined with the next sentence. */
function joinVerdict(units: readonly string[]): readonly string[] {
  const [first = "", second, ...rest] = units;
  return second !== undefined && lengthOf(first) === 1 ? [`${first} ${second}`, ...rest] : units;
}
