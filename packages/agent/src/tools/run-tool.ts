import { endedRows } from "@servicechat/contract";
import type { ToolRow, ToolCall } from "@servicechat/contract";
import { OutboundError } from "@servicechat/outbound";
import type { AgentEvent, ReplyRequest, Tool, ToolImage, ToolOutcome, User } from "../agent.ts";
import type { NumberedPassage } from "../sources.ts";
import type { Log } from "../log.ts";
import type { StepSpan } from "../trace.ts";
import { findInputIssue } from "../json-schema/check-input.ts";
import { ToolError, isTimeout, ToolTimeout } from "./tool-error.ts";

/** The result of a tool's use for the model. */
export interface ToolReport {
  readonly result: string;
  readonly failed: boolean;
  /** The results of a search. */
  readonly passages?: readonly NumberedPassage[];
}

/** Images of one use of a tool that are shown. */
const maxImages = 8;

interface Dependencies {
  readonly emit: (event: AgentEvent) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly user?: User | undefined;
  readonly keepImage: ReplyRequest["keepImage"];
  readonly mayAct?: ReplyRequest["mayAct"];
  readonly timeoutMs: number;
  /** In characters; what a tool says beyond is cut. */
  readonly maxResultLength: number;
}

/** Runs one tool, shown to the visitor from start to stop. Never rejects: the model gets every failure as a result. */
export async function runTool(
  call: ToolCall,
  tool: Tool,
  dependencies: Dependencies,
  span?: StepSpan,
): Promise<ToolReport> {
  const { emit, log, maxResultLength, signal } = dependencies;
  const id = wireId(call);
  const { name, title, inputSchema } = tool;
  const input = call.input === undefined || tool.hidesInput ? {} : { input: call.input };
  const mayChange = tool.confirm !== undefined;
  let shown: readonly ToolRow[] = [];
  const show = (rows: readonly ToolRow[]): void => {
    shown = rows;
    emit({ type: "tool_usage_progress", data: { id, rows } });
  };
  emit({ type: "tool_usage_start", data: { id, name, title, ...input } });
  try {
    const issue = findInputIssue(inputSchema, call.input);
    if (issue !== undefined) {
      span?.fail("invalid_input");
      const rows: readonly ToolRow[] = [{ title: "Nothing was sent", status: "failed" }];
      emit({ type: "tool_usage_stop", data: { id, status: "failed", rows } });
      return { result: `Not run: ${issue}`, failed: true };
    }
    const {
      result,
      summary,
      rows,
      images = [],
      passages,
    } = await runInTime(call, tool, { ...dependencies, show });
    const shownImages = await showImages(images, dependencies);
    const found = rows ?? (shown.length > 0 ? endedRows(shown, "done") : undefined);
    const outcome = { ...(summary !== undefined && { summary }), ...(found && { rows: found }) };
    emit({ type: "tool_usage_stop", data: { id, status: "succeeded", ...outcome } });
    const forModel = bounded(result, maxResultLength) + shownImages;
    return { result: forModel, failed: false, ...(passages && { passages }) };
  } catch (cause) {
    log.warn({ err: cause, tool: name }, "a tool failed");
    if (!signal.aborted) span?.fail(isTimeout(cause) ? "timeout" : "tool_failed");
    const rows = failedRows({ cause, shown, signal, mayChange });
    emit({ type: "tool_usage_stop", data: { id, status: "failed", rows } });
    const reason = failureText(cause, { signal, mayChange });
    return { result: bounded(reason, maxResultLength), failed: true };
  }
}

/** Shows images to the visitor, and says for the model how many there were. */
async function showImages(
  images: readonly ToolImage[],
  { emit, keepImage, signal }: Dependencies,
): Promise<string> {
  let shown = 0;
  for (const image of images.slice(0, maxImages)) {
    const info = signal.aborted ? undefined : await keepImage?.(image);
    if (!info) continue;
    emit({ type: "image", data: info });
    shown += 1;
  }
  return images.length === 0 ? "" : `\n(images: ${images.length}, of which the visitor was shown ${shown})`;
}

/** The id of a tool's use on the wire. */
export function wireId(call: ToolCall): string {
  return `tool_${call.id}`;
}

async function runInTime(
  call: ToolCall,
  tool: Tool,
  {
    show,
    signal,
    user,
    mayAct,
    timeoutMs,
  }: Dependencies & { readonly show: (rows: readonly ToolRow[]) => void },
): Promise<ToolOutcome> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    reject(reason);
    controller.abort(reason);
  };
  const stop = () => end(signal.reason);
  const timer = setTimeout(() => end(new ToolTimeout(`no result within ${timeoutMs} ms`)), timeoutMs);
  signal.addEventListener("abort", stop);
  let isOver = false;
  let hasSent = false;
  /** Nothing has been sent, and the check whether the agent may act has not been answered. */
  let isHeldBack = false;
  async function assertMayAct(): Promise<void> {
    if (!mayAct) return;
    isHeldBack = !hasSent;
    const isAllowed = await Promise.race([mayAct(), ended]);
    // If a person took the chat in the meantime, nothing is sent.
    signal.throwIfAborted();
    if (!isAllowed) throw new OutboundError("refused", "the reply is no longer the agent's");
    isHeldBack = false;
  }
  try {
    signal.throwIfAborted();
    await assertMayAct();
    const running = tool.run(call.input, {
      signal: controller.signal,
      user,
      progress(rows) {
        if (!isOver) show(rows);
      },
      async beforeSending() {
        await assertMayAct();
        hasSent = true;
      },
    });
    return await Promise.race([running, ended]);
  } catch (cause) {
    // The person who takes over should know that nothing was sent.
    if (isHeldBack && !isTimeout(cause))
      throw new OutboundError("refused", "the reply ended first", { cause, nothingSent: true });
    throw cause;
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Says only in general what went wrong: causes may name hosts and keys, and a model repeats what it reads. If a call that
 * may change something was cut off, it may have taken effect, unless nothing was sent.
 */
function failureText(
  cause: unknown,
  { signal, mayChange }: { readonly signal: AbortSignal; readonly mayChange: boolean },
): string {
  const isSure = cause instanceof OutboundError && cause.nothingSent;
  const doubt = mayChange ? ` ${isSure ? "Nothing was sent." : "It may have taken effect."}` : "";
  if (cause instanceof ToolError) return cause.forModel() + (cause.isUnsure ? doubt : "");
  if (isTimeout(cause)) return `The tool took too long and was stopped.${doubt}`;
  return signal.aborted ? `The tool was stopped.${doubt}` : `The tool failed.${doubt}`;
}

function bounded(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}\n(cut: too long)`;
}

/** What is known about a use of a tool that failed. */
interface FailedUse {
  readonly cause: unknown;
  /** The rows that were shown while it ran. */
  readonly shown: readonly ToolRow[];
  /** Aborted when the reply was. */
  readonly signal: AbortSignal;
  /** Whether the tool can change something. */
  readonly mayChange: boolean;
}

/**
 * The rows of a tool that failed: what went wrong in general, since causes may name hosts and keys, and how far it had
 * come. A row that only said what was being waited for is replaced.
 */
export function failedRows({ cause, shown, signal, mayChange }: FailedUse): readonly ToolRow[] {
  const title = titleOf(cause, signal);
  const effect = mayChange ? effectOf(cause) : undefined;
  const reason = { title, ...(effect !== undefined && effect !== title && { detail: effect }) };
  const progress = shown.filter(({ status, detail }) => status !== "running" || detail !== undefined);
  return [{ ...reason, status: "failed" }, ...endedRows(progress, "failed")];
}

/** Sentences that the chat has in the visitor's language (`ServiceSentence` there). */
function titleOf(cause: unknown, signal: AbortSignal): string {
  if (cause instanceof ToolError) return cause.nothingSent ? "Nothing was sent" : "An error was reported";
  if (isTimeout(cause)) return "It took too long";
  if (signal.aborted) return "It was stopped";
  const isUnreachable = cause instanceof OutboundError && cause.kind === "unreachable";
  return isUnreachable ? "There was no answer" : "An error was reported";
}

/** A use that was cut off may have had an effect, unless nothing was sent. */
function effectOf(cause: unknown): string | undefined {
  if (cause instanceof ToolError && !cause.isUnsure)
    return cause.nothingSent ? "Nothing was sent" : undefined;
  const isSure = cause instanceof OutboundError && cause.nothingSent;
  return isSure ? "Nothing was sent" : "It may have taken effect";
}
