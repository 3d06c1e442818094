import type { AgentEvent, ReplyOutcome } from "@servicechat/agent";
import { isPreview } from "@servicechat/storage";
import type { ChatHolding, ReplyFacts } from "@servicechat/storage";
import type { ReplyObservations } from "../reply-facts/observe-reply.ts";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { ReplySpan } from "../telemetry/tracing.ts";
import { holderChange } from "../views/holder-view.ts";
import type { ReplyComposer } from "./compose-reply.ts";
import { endedParts, endingOf, lastEvents, type ReplyEnding } from "./reply-ending.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyOutlet } from "./reply-outlet.ts";
import { withoutThoughts } from "./without-thoughts.ts";
import type { ReplyWriter } from "./write-replies.ts";

interface Dependencies {
  readonly writer: ReplyWriter;
  /** Counts a use of approved answers, by their ids. */
  readonly countHits: (ids: readonly string[]) => Promise<void>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A reply that ends. */
interface EndingReply {
  readonly outcome: ReplyOutcome;
  readonly span: ReplySpan | undefined;
  readonly outlet: ReplyOutlet;
}

/** The same, with who took its chat before it ended. */
interface EndedReply extends EndingReply {
  readonly taken: ChatHolding | undefined;
  /** The events for tools that stop with it. */
  readonly stops: readonly AgentEvent[];
  /** Whether it is kept as it ended here. */
  readonly isStored: boolean;
}

/** Makes what ends replies: commits their end, then tells it. */
export function createReplyEnder({ writer, countHits, log, metrics }: Dependencies) {
  /** Tells how a reply ended: to its readers, who hear its last events, to the metrics and the log. */
  function tell(
    job: ReplyJob,
    ending: ReplyEnding,
    { outcome, span, outlet, taken, stops, isStored }: EndedReply,
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

  /** Writes the end of a reply, and tells it: as a failure, when it could not be written. */
  async function end(
    job: ReplyJob,
    composer: ReplyComposer,
    {
      signal,
      observed,
      ...ended
    }: EndingReply & {
      readonly signal: AbortSignal;
      readonly observed: ReplyObservations;
    },
  ): Promise<void> {
    const { outcome, outlet } = ended;
    let ending = endingOf(outcome, signal);
    let taken: ChatHolding | undefined;
    let isStored = false;
    const stops = composer.closeTools();
    const { content, parts } = withoutThoughts(composer, outcome.thoughts);
    await outlet.settle();
    try {
      // Loaded with the first reply: a service at rest does without.
      const { factsOf } = await import("../reply-facts/facts-of.ts");
      // Committed before the last event is sent: anyone who receives `done` finds the whole reply in history. Messages
      // to a draft do not count as usage.
      const facts = isPreview(job.agent.id) ? undefined : factsOf({ ...job, outcome, ending, observed });
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
      // A person was quicker: whatever it came to, it ended there. Gone, it was taken and begun again by a return, or erased.
      if (taken || (passedOver && !signal.aborted)) ending = { status: "stopped", failure: null };
    } catch (cause) {
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a reply's end could not be committed");
      ending = { status: "incomplete", failure: "storage_unavailable" };
    }
    tell(job, ending, { ...ended, taken, stops, isStored });
  }

  return end;
}

/** Whether something may have been set aside for it: a return did so by the agent's file as it was just before. */
function hasBudget({ agent, isReopened }: ReplyJob): boolean {
  return isReopened === true || agent.definition.limits.dailyOutputTokens !== undefined;
}
