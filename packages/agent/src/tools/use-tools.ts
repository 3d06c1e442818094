import { asObject, type ConfirmRequest, type ToolCall } from "@servicechat/contract";
import type { AgentEvent, ModelMessage, ReplyOutcome, ReplyRequest, Tool } from "../agent.ts";
import { searchKnowledge, type DoneSearch } from "../sources.ts";
import type { Log } from "../log.ts";
import { traceTool } from "../trace.ts";
import type { Trace } from "../trace.ts";
import { askUserQuestion, askVisitor } from "./ask-user-question.ts";
import { findConfirmation, isAgreed } from "./confirmation.ts";
import { runTool } from "./run-tool.ts";
import type { ToolReport } from "./run-tool.ts";

/** How often a model may ask for the very same thing: the third time it is going in circles. */
const maxRepetitions = 2;

/** The results of one round of tools. */
interface UsedTools {
  /** One for every call but the question's, in the order of the calls. */
  readonly results: readonly Extract<ModelMessage, { role: "tool" }>[];
  /** Those of the knowledge, in the order of the calls. */
  readonly searches: readonly DoneSearch[];
  /** Set when the visitor was asked: the reply ends here. */
  readonly question?: NonNullable<ReplyOutcome["question"]>;
  /** The model is going in circles and must answer without tools. */
  readonly isStuck: boolean;
}

/**
 * Uses the tools of one round. Never rejects.
 *
 * @param confirmed The request that the visitor has agreed to: a call that makes it is not asked about again
 */
export type UseTools = (calls: readonly ToolCall[], confirmed?: ConfirmRequest) => Promise<UsedTools>;

interface Dependencies {
  readonly tools: readonly Tool[];
  /** The request of the action that the visitor chose. No model can call it. */
  readonly actionTool: Tool | undefined;
  readonly mayAsk: boolean;
  readonly emit: (event: AgentEvent) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly user: ReplyRequest["user"];
  readonly keepImage: ReplyRequest["keepImage"];
  readonly mayAct?: ReplyRequest["mayAct"];
  readonly timeoutMs: number;
  readonly maxResultLength: number;
  readonly trace: Trace | undefined;
}

/** Why a question of a round was not asked, for the model. */
const notAsked = {
  afterAnother: "Not run: the visitor is asked one thing at a time. Ask again after the answer.",
  afterItsOwnKind: "Not asked: ask everything in one call.",
  empty: "Not asked: the input holds no question.",
  stopped: "Not run: the reply was stopped before the visitor could be asked.",
} as const;

/**
 * Uses the tools of one reply, round by round. Only what the agent has is ever run, only with input that fits, and what
 * needs the visitor's consent only with it: without, the reply ends with a question, and the call stays open.
 */
export function createToolUser({ tools, actionTool, mayAsk, ...dependencies }: Dependencies): UseTools {
  const asked: string[] = [];

  function isRepeated(call: ToolCall): boolean {
    const key = `${call.name} ${JSON.stringify(call.input)}`;
    asked.push(key);
    return asked.filter((other) => other === key).length > maxRepetitions;
  }

  const isQuestion = (call: ToolCall) =>
    mayAsk && call.action === undefined && call.name === askUserQuestion.name;

  /** Runs a call, unless it needs consent that was not given: then it is the request to ask about. */
  async function runOrAsk(
    call: ToolCall,
    confirmed: ConfirmRequest | undefined,
  ): Promise<ToolReport | { readonly confirm: ConfirmRequest }> {
    const tool = call.action === undefined ? tools.find(({ name }) => name === call.name) : actionTool;
    if (!tool) return missing(call);
    try {
      const confirm = findConfirmation(tool, call);
      if (confirm && !isAgreed(confirm, confirmed)) return { confirm };
    } catch (cause) {
      dependencies.log.warn({ err: cause, tool: tool.name }, "a tool could not describe what it would do");
      return { result: "Not run: the tool failed.", failed: true };
    }
    return traceTool(dependencies.trace, call, (span) => runTool(call, tool, dependencies, span));
  }

  function missing(call: ToolCall): ToolReport {
    if (call.action !== undefined) return { result: "Not run: this is no longer offered.", failed: true };
    // Without its name, which may be any text.
    dependencies.log.warn(
      { offered: tools.length },
      "the model asked for a tool that the agent does not have",
    );
    const names = tools.map(({ name }) => name).join(", ") || "none";
    return { result: `There is no such tool. Tools: ${names}.`, failed: true };
  }

  /** Runs the tools that need no answer, all at the same time. Those that need one have no report. */
  async function runRound(
    calls: readonly ToolCall[],
    {
      repeated,
      confirmed,
    }: { readonly repeated: ReadonlySet<ToolCall>; readonly confirmed: ConfirmRequest | undefined },
  ) {
    const reports = new Map<ToolCall, ToolReport>();
    const requests = new Map<ToolCall, ConfirmRequest>();
    await Promise.all(
      calls.map(async (call) => {
        if (repeated.has(call))
          return void reports.set(call, { result: "Not run: this was asked before.", failed: true });
        if (isQuestion(call)) return;
        const came = await runOrAsk(call, confirmed);
        if ("confirm" in came) requests.set(call, came.confirm);
        else reports.set(call, came);
      }),
    );
    return { reports, requests };
  }

  /** Asks the visitor at most one thing. The others of a round are reported as not asked. */
  async function askOne(
    calls: readonly ToolCall[],
    { reports, requests }: Awaited<ReturnType<typeof runRound>>,
  ): Promise<UsedTools["question"]> {
    let question: UsedTools["question"];
    for (const call of calls.filter((each) => !reports.has(each))) {
      const confirm = requests.get(call);
      if (question) {
        const isSameKind = !confirm && !question.confirm;
        const result = isSameKind ? notAsked.afterItsOwnKind : notAsked.afterAnother;
        reports.set(call, { result, failed: true });
      } else if (dependencies.signal.aborted) {
        reports.set(call, { result: notAsked.stopped, failed: true });
      } else {
        question = await traceTool(dependencies.trace, call, async (span) =>
          askVisitor(call, confirm, { emit: dependencies.emit, span }),
        );
        if (!question) reports.set(call, { result: notAsked.empty, failed: true });
      }
    }
    return question;
  }

  return async function useTools(calls, confirmed) {
    const repeated = new Set(calls.filter(isRepeated));
    const round = await runRound(calls, { repeated, confirmed });
    // Last, since it ends the reply.
    const question = await askOne(calls, round);
    const reported = calls.flatMap((call) => {
      const report = round.reports.get(call);
      return report ? [{ call, report }] : [];
    });
    const results = reported.map(({ call, report: { result, failed } }) => ({
      role: "tool" as const,
      callId: call.id,
      name: call.name,
      result,
      failed,
    }));
    const searches = reported
      .filter(({ call }) => call.name === searchKnowledge)
      .map(({ call, report: { passages = [] } }) => ({ callId: call.id, query: queryOf(call), passages }));
    return { results, searches, isStuck: repeated.size > 0, ...(question && { question }) };
  };
}

function queryOf({ input }: ToolCall): string {
  const query = asObject(input)?.["query"];
  return typeof query === "string" ? query : "";
}
