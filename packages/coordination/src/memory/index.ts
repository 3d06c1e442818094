export * from "./create-memory-coordination.ts";
