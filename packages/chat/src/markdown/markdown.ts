export { createGrowingMarkdown } from "./growing-markdown.ts";
export { readBlocks } from "./read-blocks.ts";
