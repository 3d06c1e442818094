import { countWords } from "./count-words.ts";
import { divideBlock } from "./divide-block.ts";

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
