import type { AgentEvent, Tool, ToolCall, ToolOutcome } from "../agent.ts";
import type { Log } from "../log.ts";
import type { StepSpan } from "../trace/trace.ts";
import { findInputFault } from "./find-input-fault.ts";

/** What a tool's use came to, as the model is told. */
export interface ToolReport {
  readonly result: string;
  readonly failed: boolean;
}

interface Parts {
  readonly emit: (event: AgentEvent) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** In characters; what a tool says beyond is cut. */
  readonly maxResultLength: number;
}

/** Runs one tool, shown to the visitor from start to stop. Never rejects: whatever goes wrong, the model is told. */
export async function runTool(
  call: ToolCall,
  tool: Tool,
  parts: Parts,
  span?: StepSpan,
): Promise<ToolReport> {
  const { emit, log, maxResultLength, signal } = parts;
  const id = wireId(call);
  const { name, title, inputSchema } = tool;
  const input = call.input === undefined ? {} : { input: call.input };
  emit({ type: "tool_usage_start", data: { id, name, title, ...input } });
  try {
    const fault = findInputFault(inputSchema, call.input);
    if (fault !== undefined) {
      span?.fail("invalid_input");
      emit({ type: "tool_usage_stop", data: { id, status: "failed" } });
      return { result: `Not run: ${fault}`, failed: true };
    }
    const { result, summary, rows } = await runInTime(call, tool, parts);
    const shown = { ...(summary !== undefined && { summary }), ...(rows && { rows }) };
    emit({ type: "tool_usage_stop", data: { id, status: "succeeded", ...shown } });
    return { result: bounded(result, maxResultLength), failed: false };
  } catch (cause) {
    log.warn({ err: cause, tool: name }, "a tool failed");
    if (!signal.aborted) span?.fail(cause instanceof TooSlow ? "timeout" : "tool_failed");
    emit({ type: "tool_usage_stop", data: { id, status: "failed" } });
    return { result: failureText(cause), failed: true };
  }
}

/** The id of a tool's use on the wire. */
export function wireId(call: ToolCall): string {
  return `tool_${call.id}`;
}

class TooSlow extends Error {
  override readonly name = "TooSlow";
}

async function runInTime(
  call: ToolCall,
  tool: Tool,
  { emit, signal, timeoutMs }: Parts,
): Promise<ToolOutcome> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    reject(reason);
    controller.abort(reason);
  };
  const stop = () => end(signal.reason);
  const timer = setTimeout(() => end(new TooSlow(`no result within ${timeoutMs} ms`)), timeoutMs);
  signal.addEventListener("abort", stop);
  let isOver = false;
  try {
    signal.throwIfAborted();
    const running = tool.run(call.input, {
      signal: controller.signal,
      progress(rows) {
        if (!isOver) emit({ type: "tool_usage_progress", data: { id: wireId(call), rows } });
      },
    });
    return await Promise.race([running, ended]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Only what went wrong in general: the cause may name hosts and keys, and a model repeats what it reads. */
function failureText(cause: unknown): string {
  return cause instanceof TooSlow ? "The tool took too long and was stopped." : "The tool failed.";
}

function bounded(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}\n(cut: too long)`;
}
