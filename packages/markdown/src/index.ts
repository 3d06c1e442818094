export {
  createReferenceReader,
  referencesIn,
  numberCitations,
  type Citations,
  type NumberedSource,
  sourceName,
  type Source,
  withNumbers,
} from "./citations/citations.ts";
export { parseUrl, safeLink } from "./links/safe-link.ts";
export { createGrowingMarkdown } from "./parse/growing-markdown.ts";
export { blocksOf } from "./parse/read-blocks.ts";
export type { Block, Inline, ListItem, MathBlock } from "./tree.ts";
export { wordsOf } from "./plain-text.ts";
