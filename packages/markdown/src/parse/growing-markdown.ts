import type { Links } from "marked";
import { blocksOf, readBlocks, type WrittenBlock } from "./read-blocks.ts";
import type { Block } from "../tree.ts";

/** Parses a text that grows at its end, such as an answer in progress. */
interface GrowingMarkdown {
  /**
   * The blocks of `text`, without what later text can still change at its end: half an address is not a link, a line of
   * dashes no heading yet. A block that nothing later can change is parsed once and stays the same object, so that
   * rendering can skip it; only the last one or two are parsed again.
   *
   * @param finished Whether the text is complete. One with link definitions is parsed as a whole: late ones now reach
   *   the links before them. The result is the same as from history.
   */
  read(text: string, finished: boolean): readonly Block[];
}

/** Creates a parser for one growing text. A text that does not continue the previous one starts again. */
export function createGrowingMarkdown(): GrowingMarkdown {
  let frozenText = "";
  let frozen: Block[] = [];
  let links: Links = {};

  function freeze(settled: readonly WrittenBlock[], tail: string): void {
    const raw = settled.map((written) => written.raw).join("");
    // The lexer normalises some text; such a part is simply parsed again.
    if (raw === "" || !tail.startsWith(raw)) return;
    const defines = settled.some(({ raw: piece, block }) => !block && piece.trim() !== "");
    if (defines) links = readBlocks(raw, links).links;
    frozenText += raw;
    frozen = [...frozen, ...drawn(settled)];
  }

  return {
    read(text, finished) {
      const normal = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
      const isOpen = frozenText === "" || normal.includes("]:") || frozen.some(dependsOnEnd);
      if (finished && isOpen) return blocksOf(normal);
      if (!normal.startsWith(frozenText)) {
        frozenText = "";
        frozen = [];
        links = {};
      }
      const tail = normal.slice(frozenText.length);
      const { written } = readBlocks(tail, links, !finished);
      const blocks = [...frozen, ...drawn(written)];
      if (finished) return blocks;
      freeze(written.slice(0, firstOpen(written)), tail);
      return blocks;
    },
  };
}

/** Whether a block contains code with a fence in it, whose end is sure only once all the text is there. */
function dependsOnEnd(block: Block): boolean {
  if (block.type === "code") return /^ {0,3}(?:`{3}|~{3})/m.test(block.text);
  if (block.type === "quote") return block.children.some(dependsOnEnd);
  return block.type === "list" && block.items.some(({ children }) => children.some(dependsOnEnd));
}

const drawn = (written: readonly WrittenBlock[]): Block[] => written.flatMap(({ block }) => block ?? []);

/**
 * Where the part starts that later text can still change. Anything before a blank line that is not part of the block
 * after it is closed by two whole lines after that: one is not enough, since "2" may become "2. next item" and the
 * second line can turn both into a table.
 */
function firstOpen(written: readonly WrittenBlock[]): number {
  let lines = 0;
  const open = written.findLastIndex(({ raw, block }, index) => {
    lines += raw.split("\n").length - 1;
    return block !== undefined && lines >= 2 && written[index - 1]?.raw.endsWith("\n\n") === true;
  });
  return Math.max(0, open);
}
