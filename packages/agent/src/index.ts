export * from "./agent.ts";
export { createAgent } from "./create-agent.ts";
export type { AgentParts } from "./create-agent.ts";
export { estimateTokens } from "./estimate-tokens.ts";
export type { AgentLimits } from "./limits.ts";
export { modelName } from "./model-name.ts";
export type { Log } from "./log.ts";
export { listMcpTools } from "./tools/mcp/list-mcp-tools.ts";
export type { Step, StepSpan, Trace } from "./trace/trace.ts";
