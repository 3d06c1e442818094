import type { AgentEvent, ReplyOutcome } from "@servicechat/agent";
import { isPreview } from "@servicechat/storage";
import type { ChatHolding, ReplyEnd, ReplyFacts, StoredPart } from "@servicechat/storage";
import { failures } from "@servicechat/contract";
import type { EarlyEnding, FailureCode, FollowUps, StreamEvent } from "@servicechat/contract";
import type { ReplyObserver } from "./observe-reply.ts";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { ReplySpan } from "../telemetry/tracing.ts";
import { holderChange } from "../views/holder-view.ts";
import type { ReplyComposer, ReplyOutlet, ReplyDraft } from "./reply-outlet.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyWriter } from "./write-replies.ts";

interface Dependencies {
  readonly writer: ReplyWriter;
  /** Counts a use of approved answers, by their ids. */
  readonly countHits: (ids: readonly string[]) => Promise<void>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A reply that ends, and what was observed of it. */
interface EndingReply {
  readonly outcome: ReplyOutcome;
  readonly span: ReplySpan | undefined;
  readonly outlet: ReplyOutlet;
  readonly signal: AbortSignal;
  readonly observed: ReplyObserver;
}

/** Creates the function that ends a reply: it commits the end, then sends the last events. */
export function createReplyEnder({ writer, countHits, log, metrics }: Dependencies) {
  /** Sends the last events to the readers, and counts and logs the end. */
  function conclude(
    job: ReplyJob,
    ending: ReplyEnding,
    {
      outcome,
      span,
      outlet,
      taken,
      stops,
      isStored,
    }: Pick<EndingReply, "outcome" | "span" | "outlet"> & {
      /** Who took its chat before it ended. */
      readonly taken: ChatHolding | undefined;
      /** The events for tools that stop with it. */
      readonly stops: readonly AgentEvent[];
      /** Whether it is stored as it ended here. */
      readonly isStored: boolean;
    },
  ): void {
    const { status, failure } = ending;
    metrics.replies[status]++;
    if (failure) metrics.replyFailures[failure]++;
    // An agent that answers only through a fallback model still needs its operator. A draft that does not work is
    // visible to its tester.
    const isRefused = failure === "model_refused" || outcome.modelRefused === true;
    if (isRefused && !isPreview(job.agent.id)) metrics.unhealthyAgents.add(job.agent.id);
    else if (status === "complete") metrics.unhealthyAgents.delete(job.agent.id);
    if (failure) log.info({ ...idsOf(job), code: failure }, "a reply ended with an error event");
    outlet.conclude(stops, isStored);
    if (taken) job.live.write({ type: "holder", data: holderChange(taken) });
    for (const event of lastEvents(ending, outcome)) job.live.write(event);
    job.live.close();
    span?.end(ending);
  }

  /** Counts the approved answers that a reply names as its sources. A count that is lost costs no reply. */
  async function countUse(job: ReplyJob, { details }: Pick<ReplyFacts, "details">): Promise<void> {
    const passages = details.searches.flatMap((search) => search.passages);
    const ids = passages.flatMap(({ answer, cited }) => (answer !== undefined && cited ? [answer] : []));
    if (ids.length === 0) return;
    await countHits(ids).catch((cause: unknown) => {
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a use of an approved answer could not be counted");
    });
  }

  /** Commits the end of a reply, then concludes it: as a failure if it could not be committed. */
  async function end(
    job: ReplyJob,
    composer: ReplyComposer,
    { outcome, outlet, signal, span, observed }: EndingReply,
  ): Promise<void> {
    let ending = endingOf(outcome, signal);
    let taken: ChatHolding | undefined;
    let isStored = false;
    const stops = composer.closeTools();
    const { content, parts } = withoutThoughts(composer, outcome.thoughts);
    await outlet.settle();
    try {
      // Loaded with the first reply: a service at rest does without.
      const { factsOf } = await import("./reply-facts.ts");
      // Committed before the last event is sent: anyone who receives `done` finds the whole reply in history. Messages
      // to a draft do not count as usage.
      const facts = isPreview(job.agent.id) ? undefined : factsOf(job, { outcome, ending, observed });
      const passedOver = await writer.end({
        replyId: job.replyId,
        content,
        parts: endedParts(parts, ending, outcome),
        ...ending,
        transcript: outcome.transcript,
        ending: ending.status === "complete" ? outcome.ending : null,
        ...(hasBudget(job) && { spentTokens: outcome.outputTokens }),
        ...(facts && { facts }),
      });
      isStored = !passedOver;
      if (isStored && facts) await countUse(job, facts);
      if (passedOver && passedOver !== "gone") taken = passedOver;
      // A person took the chat first. If the row is gone, the reply was restarted after a hand-back, or its chat was
      // erased.
      if (taken || (passedOver && !signal.aborted)) ending = { status: "stopped", failure: null };
    } catch (cause) {
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a reply's end could not be committed");
      ending = { status: "incomplete", failure: "storage_unavailable" };
    }
    conclude(job, ending, { outcome, span, outlet, taken, stops, isStored });
  }

  return end;
}

/** Whether something may have been set aside for it: a return did so by the agent's file as it was just before. */
function hasBudget({ agent, isReopened }: ReplyJob): boolean {
  return isReopened === true || agent.definition.limits.dailyOutputTokens !== undefined;
}

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

/** How a reply ended, as it is stored and as its last event says. */
type ReplyEnding = Pick<ReplyEnd, "status" | "failure">;

/** @param signal whose reason is an `AbortReason`, once it is aborted */
function endingOf(outcome: ReplyOutcome, signal: AbortSignal): ReplyEnding {
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
function endedParts(
  parts: readonly StoredPart[],
  ending: ReplyEnding,
  outcome: ReplyOutcome,
): readonly StoredPart[] {
  return [...parts, ...offered(ending, outcome).map((data) => ({ type: "follow_ups", ...data }) as const)];
}

/** The events with which its stream ends: the last one is terminal, and no other. */
function lastEvents(ending: ReplyEnding, outcome: ReplyOutcome): readonly StreamEvent[] {
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

/**
 * The stored form of a reply: without a model's thoughts, if some were found in its text after they had been sent, and
 * otherwise as it was sent.
 */
export function withoutThoughts(
  { content, parts }: ReplyDraft,
  thoughts: ReplyOutcome["thoughts"] = [],
): ReplyDraft {
  if (thoughts.length === 0) return { content, parts };
  /** How much of the text before a place is kept. */
  const placeOf = (place: number) =>
    place - thoughts.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(place, end) - start), 0);
  let kept = "";
  let from = 0;
  for (const { start, end } of thoughts) {
    kept += content.slice(from, start);
    from = end;
  }
  kept += content.slice(from);
  const moved = parts.map((part) => (part.type === "text" ? { ...part, start: placeOf(part.start) } : part));
  return { content: kept, parts: moved.filter((part, at) => part.type !== "text" || !isEmpty(at)) };

  function isEmpty(at: number): boolean {
    const part = moved[at];
    const next = moved.slice(at + 1).find(({ type }) => type === "text");
    const end = next?.type === "text" ? next.start : kept.length;
    return part?.type === "text" && part.start >= end;
  }
}
