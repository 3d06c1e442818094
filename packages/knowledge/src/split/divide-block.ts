import { countWords } from "./count-words.ts";
import type { Block } from "./pack-blocks.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** A block as pieces of at most this many words: sentences, list items or table rows stay whole. Code is not divided. */
export function divideBlock(block: Block, maxWords: number): readonly Block[] {
  const holdsCode =
    block.kind === "code" || (block.kind === "other" && /^[> ]*(?:```|~~~)/m.test(block.text));
  if (holdsCode || countWords(block.text) <= maxWords) return [block];
  return pieces(block, maxWords).map((text) => ({ kind: block.kind, text }));
}

function pieces({ kind, text }: Block, maxWords: number): readonly string[] {
  switch (kind) {
    case "list":
      return gather(text.split(/\n(?=\S)/), { glue: "\n", maxWords });
    case "table": {
      const [header = "", rule = "", ...rows] = text.split("\n");
      // Every piece keeps the header, without which its cells mean nothing.
      return gather(rows, { glue: "\n", maxWords }).map((some) => [header, rule, some].join("\n"));
    }
    case "paragraph":
    case "code":
    case "other": {
      const parts = Array.from(sentences.segment(text), ({ segment }) => segment);
      return gather(
        parts.flatMap((part) => cutLong(part, maxWords)),
        { glue: "", maxWords },
      );
    }
  }
}

/** Joins neighbours as long as they stay within the limit. */
function gather(
  parts: readonly string[],
  { glue, maxWords }: { readonly glue: string; readonly maxWords: number },
): readonly string[] {
  const gathered: string[] = [];
  let words = Infinity;
  for (const part of parts) {
    const more = countWords(part);
    if (words + more > maxWords) {
      gathered.push(part);
      words = more;
    } else {
      gathered[gathered.length - 1] += glue + part;
      words += more;
    }
  }
  return gathered.map((piece) => piece.trimEnd());
}

/** Text without any sentence end, such as the lines of a scanned table, is cut between words. */
function cutLong(part: string, maxWords: number): readonly string[] {
  if (countWords(part) <= maxWords) return [part];
  return part.match(new RegExp(`(?:\\S{1,200}\\s*){1,${Math.ceil(maxWords / 2)}}`, "gu")) ?? [part];
}
