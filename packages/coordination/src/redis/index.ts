export * from "./open-redis-coordination.ts";
