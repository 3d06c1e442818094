import { endedRows, type ToolRow } from "@servicechat/contract";
import { OutboundError } from "@servicechat/outbound";
import { isTimeout } from "./tool-timeout.ts";
import { ToolError } from "./tool-error.ts";

/** What is known about a use of a tool that failed. */
export interface FailedUse {
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

/** Of what was cut off, nobody can say that nothing happened, unless nothing was sent. */
function effectOf(cause: unknown): string | undefined {
  if (cause instanceof ToolError && !cause.isUnsure)
    return cause.nothingSent ? "Nothing was sent" : undefined;
  const isSure = cause instanceof OutboundError && cause.nothingSent;
  return isSure ? "Nothing was sent" : "It may have taken effect";
}
