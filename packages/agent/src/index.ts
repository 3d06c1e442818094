export * from "./agent.ts";
export { createAgent } from "./create-agent.ts";
export type { AgentParts } from "./create-agent.ts";
export type { AgentLimits } from "./limits.ts";
export type { Log } from "./log.ts";
