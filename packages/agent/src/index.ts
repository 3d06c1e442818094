export * from "./agent.ts";
export { createAgent } from "./create-agent.ts";
export type { AgentParts } from "./create-agent.ts";
export { estimateTokens } from "./fit-messages.ts";
export type { AgentLimits } from "./limits.ts";
export type { Log } from "./log.ts";
export type { Step, StepSpan, Trace } from "./trace/trace.ts";
