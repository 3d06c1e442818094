export * from "./create-sign-in.ts";
export * from "./session-limits.ts";
