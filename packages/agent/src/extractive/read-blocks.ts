import { blocksOf, lengthOf, textOf, unitsOf } from "./cut-block.ts";
import type { Block } from "./cut-block.ts";

/** A line such as "Default: `null`" has no more words. */
const maxWordsOfFact = 8;
/** Longest name of such a fact, in characters. */
const maxLengthOfFactName = 30;

/** The blocks of a passage in the order in which they are quoted. */
interface ReadBlocks {
  readonly blocks: readonly Block[];
  /** The question that stands over a block, which is not quoted: who asked knows it. */
  readonly asks: ReadonlyMap<Block, string>;
}

/**
 * Parses a passage: a question in bold type belongs to what is below it, and facts on a line each follow the first
 * paragraph.
 */
export function readBlocks(text: string): ReadBlocks {
  const asks = new Map<Block, string>();
  const blocks: Block[] = [];
  let question: string | undefined;
  for (const block of blocksOf(text)) {
    const { asked, below } = withoutQuestion(block);
    question = asked ?? question;
    if (!below) continue;
    blocks.push(below);
    if (question !== undefined) asks.set(below, question);
    question = undefined;
  }
  // A passage may be cut off behind a question.
  return blocks.length === 0 ? { blocks: blocksOf(text), asks } : { blocks: behindParagraph(blocks), asks };
}

function withoutQuestion(block: Block): { readonly asked?: string; readonly below: Block | undefined } {
  const match = block.kind === "paragraph" && /^\s*\*\*([^*]+\?)\*\*(?:\s+|$)/.exec(textOf(block));
  if (!match) return { below: block };
  const rest = textOf(block).slice(match[0].length);
  const below = rest === "" ? undefined : { kind: block.kind, lines: rest.split("\n") };
  return { asked: match[1] ?? "", below };
}

/** A thing's description comes before its default, type and version. */
function behindParagraph(blocks: readonly Block[]): readonly Block[] {
  const paragraph = blocks.findIndex((block) => !isFacts(block));
  if (paragraph < 1 || blocks[paragraph]?.kind !== "paragraph") return blocks;
  return [
    ...blocks.slice(paragraph, paragraph + 1),
    ...blocks.slice(0, paragraph),
    ...blocks.slice(paragraph + 1),
  ];
}

function isFacts(block: Block): boolean {
  if (block.kind !== "list" && block.kind !== "paragraph") return false;
  const units = block.kind === "list" ? unitsOf(block) : block.lines;
  return units.every((unit) => isFact(unit.replace(/^\s*[-*+]\s+/, "")));
}

/** Such as "Default: `null`" or "**Type**: string". A line that ends with its colon announces what follows. */
function isFact(line: string): boolean {
  const [name = "", ...rest] = line.replace(/[*_`]/g, "").split(":");
  const value = rest.join(":");
  return (
    name.length <= maxLengthOfFactName &&
    /^[\p{L}\p{N} ]+$/u.test(name) &&
    /^\s/.test(value) &&
    value.trim() !== "" &&
    lengthOf(line) <= maxWordsOfFact
  );
}
