import type { ReplyOutcome } from "@servicechat/agent";
import type { EarlyEnding, FailureCode, FollowUps, MessageStatus, StreamEvent } from "@servicechat/contract";
import { failures } from "@servicechat/contract";
import type { StoredPart } from "@servicechat/storage";

/**
 * Why a running reply is ended from outside. `stopped` is the visitor's own request, `taken` a person's, and neither is
 * a failure. `reply_cut`: other nodes considered this one lost.
 */
export type AbortReason =
  | "stopped"
  | "taken"
  | Extract<
      FailureCode,
      "key_revoked" | "session_erased" | "reply_cut" | "shutting_down" | "storage_unavailable"
    >;

/** How a reply ended: as history keeps it, and what its last event says. */
export interface ReplyEnding {
  readonly status: Exclude<MessageStatus, "streaming">;
  readonly failure: FailureCode | null;
}

/** @param signal whose reason is an `AbortReason`, once it is aborted */
export function endingOf(outcome: ReplyOutcome, signal: AbortSignal): ReplyEnding {
  if (signal.aborted) {
    const reason = signal.reason as AbortReason;
    if (reason === "stopped" || reason === "taken") return { status: "stopped", failure: null };
    const isCut = reason === "shutting_down" || reason === "reply_cut";
    return { status: isCut ? "incomplete" : "failed", failure: reason };
  }
  if (!outcome.failure) return { status: "complete", failure: null };
  return { status: outcome.failure === "reply_cut" ? "incomplete" : "failed", failure: outcome.failure };
}

/** The stored parts of a reply that ended like this. */
export function endedParts(
  parts: readonly StoredPart[],
  ending: ReplyEnding,
  outcome: ReplyOutcome,
): readonly StoredPart[] {
  return [...parts, ...offered(ending, outcome).map((data) => ({ type: "follow_ups", ...data }) as const)];
}

/** The events with which its stream ends: the last one is terminal, and no other. */
export function lastEvents(ending: ReplyEnding, outcome: ReplyOutcome): readonly StreamEvent[] {
  if (ending.failure) return [errorEvent(ending.failure)];
  const followUps = offered(ending, outcome).map((data) => ({ type: "follow_ups", data }) as const);
  return [...followUps, doneEvent(ending.status === "complete" ? outcome.ending : null)];
}

/** Suggestions are offered only below a complete answer. */
function offered({ status }: ReplyEnding, { followUps }: ReplyOutcome): readonly FollowUps[] {
  return status === "complete" && followUps ? [{ questions: followUps }] : [];
}

/** The `done` event of a reply that ended like this. */
export function doneEvent(ending: EarlyEnding | null): Extract<StreamEvent, { type: "done" }> {
  return { type: "done", data: ending ? { ending } : {} };
}

/** The `error` event of a failure: the same sentence and `retryable` as its status would carry. */
export function errorEvent(code: FailureCode): Extract<StreamEvent, { type: "error" }> {
  const { message, retryable } = failures[code];
  return { type: "error", data: { message, retryable, code } };
}
