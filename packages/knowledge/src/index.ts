export * from "./knowledge.ts";
