import { randomUUIDv7 } from "node:crypto";
import type { AgentEvent, ModelMessage, ReplyOutcome, Tool, ToolCall } from "../agent.ts";
import type { Log } from "../log.ts";
import { traceTool } from "../trace/trace-tool.ts";
import type { StepSpan, Trace } from "../trace/trace.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { readQuestions } from "./read-questions.ts";
import { runTool, wireId } from "./run-tool.ts";
import type { ToolReport } from "./run-tool.ts";

/** How often a model may ask for the very same thing: the third time it is going in circles. */
const maxRepetitions = 2;

/** What came of one round of tools. */
export interface UsedTools {
  /** One for every call but the question's, in the order of the calls. */
  readonly results: readonly Extract<ModelMessage, { role: "tool" }>[];
  /** Set when the visitor was asked: the reply ends here. */
  readonly question?: NonNullable<ReplyOutcome["question"]>;
  /** The model is going in circles and must answer without tools. */
  readonly isStuck: boolean;
}

/** Uses the tools of one round. Never rejects. */
export type UseTools = (calls: readonly ToolCall[]) => Promise<UsedTools>;

interface Parts {
  readonly tools: readonly Tool[];
  readonly mayAsk: boolean;
  readonly emit: (event: AgentEvent) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxResultLength: number;
  readonly trace: Trace | undefined;
}

/** Uses the tools of one reply, round by round. Only what the agent has is ever run, and only with input that fits. */
export function createToolUser({ tools, mayAsk, ...parts }: Parts): UseTools {
  const repetitions = new Map<string, number>();

  function isRepeated(call: ToolCall): boolean {
    const key = `${call.name} ${JSON.stringify(call.input)}`;
    const count = (repetitions.get(key) ?? 0) + 1;
    repetitions.set(key, count);
    return count > maxRepetitions;
  }

  async function run(call: ToolCall): Promise<ToolReport> {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool) return traceTool(parts.trace, call, (span) => runTool(call, tool, parts, span));
    parts.log.warn(
      { tool: call.name.slice(0, 100) },
      "the model asked for a tool that the agent does not have",
    );
    const names = tools.map(({ name }) => name).join(", ") || "none";
    return { result: `There is no such tool. Tools: ${names}.`, failed: true };
  }

  /** Asks the visitor. `undefined` when the model's input holds no question. */
  async function ask(call: ToolCall, span?: StepSpan): Promise<UsedTools["question"]> {
    const { name, title } = askUserQuestion;
    const toolUse = { id: wireId(call), name, title };
    const questions = readQuestions(call.input);
    parts.emit({ type: "tool_usage_start", data: toolUse });
    if (!questions) {
      span?.fail("invalid_input");
      parts.emit({ type: "tool_usage_stop", data: { id: toolUse.id, status: "failed" } });
      return undefined;
    }
    const id = `q_${randomUUIDv7()}`;
    parts.emit({ type: "ask_user_question", data: { id, questions } });
    parts.emit({ type: "tool_usage_stop", data: { id: toolUse.id, status: "succeeded" } });
    return { id, toolCallId: call.id, questions };
  }

  /** Other tools run first, at the same time; a question comes last, since it ends the reply. */
  return async function useTools(calls: readonly ToolCall[]): Promise<UsedTools> {
    const repeated = new Set(calls.filter(isRepeated));
    const isQuestion = (call: ToolCall) => mayAsk && call.name === askUserQuestion.name;
    const reports = new Map<ToolCall, ToolReport>();
    await Promise.all(
      calls.map(async (call) => {
        if (repeated.has(call))
          reports.set(call, { result: "Not run: this was asked before.", failed: true });
        else if (!isQuestion(call)) reports.set(call, await run(call));
      }),
    );

    let question: UsedTools["question"];
    for (const call of calls.filter((each) => !reports.has(each))) {
      if (question) reports.set(call, { result: "Not asked: ask everything in one call.", failed: true });
      else if (!parts.signal.aborted)
        question = await traceTool(parts.trace, call, (span) => ask(call, span));
      if (!question) reports.set(call, { result: "Not asked: the input holds no question.", failed: true });
    }
    const results = calls.flatMap((call) => {
      const report = reports.get(call);
      return report ? [{ role: "tool" as const, callId: call.id, name: call.name, ...report }] : [];
    });
    return { results, isStuck: repeated.size > 0, ...(question && { question }) };
  };
}
