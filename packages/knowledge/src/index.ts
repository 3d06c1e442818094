export * from "./create-knowledge.ts";
export * from "./knowledge.ts";
