import type { ToolCall } from "@servicechat/contract";
import type { StepSpan, Trace } from "./trace.ts";

/** Uses a tool that the agent has, as a span where the reply is traced. Neither input nor result are shown. */
export function traceTool<Result>(
  trace: Trace | undefined,
  { id, name }: ToolCall,
  use: (span?: StepSpan) => Promise<Result>,
): Promise<Result> {
  if (!trace) return use();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": id,
  };
  return trace.step({ name: `execute_tool ${name}`, isRemote: false, attributes }, use);
}
