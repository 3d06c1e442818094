export * from "./coordination.ts";
