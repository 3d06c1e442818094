export * from "./create-knowledge.ts";
export * from "./extract/create-text-reader.ts";
export { isWordDocument } from "./extract/word-document.ts";
export { EmbeddingFault } from "./embed/embedder.ts";
export * from "./knowledge.ts";
export * from "./sync/keep-fresh.ts";
