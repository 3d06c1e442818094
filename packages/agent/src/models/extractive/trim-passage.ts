import { countMatches } from "./telling-words.ts";

const sentenceSegmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A passage of up to so many words is quoted whole, and a longer one is shortened to about that. */
const wordsWhole = 110;
/** A paragraph longer than this is shortened to the sentences that matter. */
const longParagraph = 80;

/**
 * The part of a passage that matters to these words, word for word: whole blocks in their order, "…" where some
 * are left out. Code, lists and tables stay whole, and keep the sentence with a colon that introduces them.
 */
export function trimPassage(text: string, words: readonly string[]): string {
  const whole = closeFence(text.trim());
  if (lengthOf(whole) <= wordsWhole) return whole;
  const blocks = blocksOf(whole);
  const kept = keptBlocks(blocks, words);
  return joined(
    blocks.map((block, index) => (kept.has(index) ? trimParagraph(block, words) : undefined)),
    "\n\n",
  );
}

/** Blank lines part blocks, but not within a code block. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && line.trim() === "") blocks.push([]);
    else blocks.at(-1)?.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
  }
  return blocks.map((lines) => lines.join("\n")).filter(Boolean);
}

/** Numbers of the blocks to keep: the best ones, as long as there is room, each with what belongs to it. */
function keptBlocks(blocks: readonly string[], words: readonly string[]): ReadonlySet<number> {
  const order = blocks
    .map((block, index) => ({ index, matches: countMatches(block, words) }))
    .sort((one, other) => other.matches - one.matches || one.index - other.index);
  const mustMatch = (order[0]?.matches ?? 0) > 0;
  const kept = new Set<number>();
  let room = wordsWhole;
  const keep = (index: number): void => {
    for (const part of belonging(blocks, index)) {
      if (!kept.has(part)) room -= lengthOf(blocks[part] ?? "");
      kept.add(part);
    }
  };
  // A section that begins with code says first how it is done.
  if (isCode(blocks[0])) keep(0);
  for (const { index, matches } of order) {
    if (kept.size > 0 && (room <= 0 || (mustMatch && matches === 0))) break;
    keep(index);
  }
  return kept;
}

const isCode = (block = ""): boolean => /^ {0,3}(?:`{3}|~{3})/.test(block);

/** A block with the one that introduces it, or that it introduces. */
function belonging(blocks: readonly string[], index: number): readonly number[] {
  const introduces = (at: number) => blocks[at]?.endsWith(":") ?? false;
  return [
    ...(introduces(index - 1) ? [index - 1] : []),
    index,
    ...(introduces(index) && index + 1 < blocks.length ? [index + 1] : []),
  ];
}

function trimParagraph(block: string, words: readonly string[]): string {
  const isParagraph = !/^\s*(?:[`~|>#]|[-*+] |\d+[.)] | {4})/.test(block);
  if (!isParagraph || lengthOf(block) <= longParagraph) return block;
  const parts = Array.from(sentenceSegmenter.segment(block), ({ segment }) => segment.trim());
  const matches = parts.map((part) => countMatches(part, words));
  const best = Math.max(...matches);
  // A sentence that matters is read with its neighbours: they say what "it" is.
  const matters = (at: number) => best > 0 && (matches[at] ?? 0) >= Math.max(1, best / 2);
  return joined(
    parts.map((part, at) =>
      best === 0 || matters(at - 1) || matters(at) || matters(at + 1) ? part : undefined,
    ),
    " ",
  );
}

/** What is kept, in order, with "…" in the place of what is not. */
function joined(parts: readonly (string | undefined)[], glue: string): string {
  const shown = parts.map((part) => part ?? "…");
  return shown.filter((part, at) => part !== "…" || shown[at - 1] !== "…").join(glue);
}

/** A passage that was cut within a code block must not take the lines behind it into the code. */
function closeFence(text: string): string {
  const fences = text.match(/^ {0,3}(?:`{3,}|~{3,}).*$/gm) ?? [];
  return fences.length % 2 === 0 ? text : `${text}\n${fences[0]?.trim().replace(/[^`~].*$/, "")}`;
}

function lengthOf(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
