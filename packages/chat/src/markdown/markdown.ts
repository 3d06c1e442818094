export { createGrowingMarkdown } from "./growing-markdown.ts";
export { TableView } from "../screens/table-view.tsx";
export { readBlocks } from "./read-blocks.ts";
