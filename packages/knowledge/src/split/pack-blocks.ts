/** One block of a section, as Markdown. */
export interface Block {
  readonly kind: "paragraph" | "list" | "table" | "code" | "other";
  readonly text: string;
}

const enoughWords = 120;
const maxWords = 220;
/** The maximum length of a passage that belongs together: a sentence ending in ":" and what follows it. */
const maxWordsTogether = 320;
const fewWords = 40;

/** Blocks of one section as passages of about 120 to 220 words. Code is never cut, so one with much code is longer. */
export function packBlocks(blocks: readonly Block[]): readonly string[] {
  const passages: string[] = [];
  let open: string[] = [];
  let openWords = 0;

  const close = () => {
    if (open.length > 0) passages.push(open.join("\n\n"));
    open = [];
    openWords = 0;
  };

  for (const block of blocks.flatMap((whole) => divideBlock(whole, maxWords))) {
    const words = countWords(block.text);
    const introduced = open.at(-1)?.endsWith(":") ?? false;
    const max = introduced ? maxWordsTogether : maxWords;
    if (openWords + words > max || (openWords >= enoughWords && !introduced)) close();
    open.push(block.text);
    openWords += words;
  }
  const rest = open.join("\n\n");
  const last = passages.at(-1);
  // A few words left over say little on their own.
  if (last !== undefined && openWords < fewWords && countWords(last) + openWords <= maxWordsTogether) {
    passages[passages.length - 1] = `${last}\n\n${rest}`;
  } else {
    close();
  }
  return passages;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** A block as pieces of at most this many words: sentences, list items or table rows stay whole. Code is not divided. */
function divideBlock(block: Block, maxWords: number): readonly Block[] {
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

/** Scripts that put no space between words; about two characters make a word. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** About how many words a text has, in any language. */
export function countWords(text: string): number {
  const unspacedCharacters = text.match(unspaced)?.length ?? 0;
  return (text.match(/\S+/g)?.length ?? 0) + Math.floor(unspacedCharacters / 2);
}
