export { createReferenceReader, referencesIn } from "./citations/references.ts";
export { numberCitations, type Citations, type NumberedSource } from "./citations/number-citations.ts";
export { sourceName, type Source } from "./citations/source.ts";
export { withNumbers } from "./citations/with-numbers.ts";
export { parseUrl, safeLink } from "./links/safe-link.ts";
export { createGrowingMarkdown } from "./parse/growing-markdown.ts";
export { blocksOf } from "./parse/read-blocks.ts";
export type { Block, Inline, ListItem, MathBlock } from "./tree.ts";
export { wordsOf } from "./words-of.ts";
