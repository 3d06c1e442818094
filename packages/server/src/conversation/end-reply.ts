import { modelName } from "@servicechat/agent";
import type { ReplyOutcome } from "@servicechat/agent";
import type { ReplyFacts } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { causeOf } from "../watch/cause-of.ts";
import type { Figures } from "../watch/figures.ts";
import type { ReplySpan } from "../watch/tracing.ts";
import type { ReplyDraft } from "./compose-reply.ts";
import { endedParts, endingOf, lastEvents, type ReplyEnding } from "./reply-ending.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyWriter } from "./write-replies.ts";

interface Parts {
  readonly writer: ReplyWriter;
  readonly log: Log;
  readonly figures: Figures;
}

/** A reply that ends. */
interface Ended {
  readonly outcome: ReplyOutcome;
  readonly span: ReplySpan | undefined;
}

/** What ends replies: their end is committed, then told. */
export function createReplyEnder({ writer, log, figures }: Parts) {
  /** Tells how a reply ended: to its readers, who hear its last events, to the figures and the log. */
  function tell(job: ReplyJob, ending: ReplyEnding, { outcome, span }: Ended): void {
    const { status, failure } = ending;
    figures.replies[status]++;
    if (failure) figures.replyFailures[failure]++;
    // An agent that answers only because it has another model still needs its operator.
    if (failure === "model_refused" || outcome.modelRefused) figures.unhealthyAgents.add(job.agent.id);
    else if (status === "complete") figures.unhealthyAgents.delete(job.agent.id);
    if (failure) log.info({ ...idsOf(job), code: failure }, "a reply ended with an error event");
    for (const event of lastEvents(ending, outcome)) job.live.write(event);
    job.live.close();
    span?.end(ending);
  }

  /** Writes the end of a reply, and tells it: as a failure, when it could not be written. */
  async function commit(
    job: ReplyJob,
    { content, parts }: ReplyDraft,
    { signal, ...ended }: Ended & { readonly signal: AbortSignal },
  ): Promise<void> {
    const { outcome } = ended;
    let ending = endingOf(outcome, signal);
    try {
      // Committed before the last event leaves: whoever sees `done` finds the whole reply in history.
      await writer.end({
        replyId: job.replyId,
        content,
        parts: endedParts(parts, ending, outcome),
        ...ending,
        transcript: outcome.transcript,
        truncated: outcome.truncated,
        ...(hasBudget(job) && { spentTokens: outcome.outputTokens }),
        facts: factsOf(job, outcome),
      });
    } catch (cause) {
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a reply's end could not be committed");
      ending = { status: "incomplete", failure: "storage_unavailable" };
    }
    tell(job, ending, ended);
  }

  return { commit, tell };
}

/** What is counted of a reply. */
function factsOf({ agent, keyId }: ReplyJob, { usage, unanswered }: ReplyOutcome): ReplyFacts {
  const { model = modelName(agent.definition.model), inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { agentId: agent.id, keyId, model, inputTokens, outputTokens, unanswered: unanswered === true };
}

/** Whether something was set aside for it when its turn was taken. */
function hasBudget({ agent }: ReplyJob): boolean {
  return agent.definition.limits.dailyOutputTokens !== undefined;
}
