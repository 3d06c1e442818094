export * from "./storage.ts";
