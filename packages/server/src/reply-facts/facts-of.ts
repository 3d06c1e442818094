import { modelName, type ReplyOutcome, type User } from "@servicechat/agent";
import { detectLanguage } from "@servicechat/contract/language";
import type { AgentRecord, ReplyEnd, ReplyFacts } from "@servicechat/storage";
import { marksOf } from "./marks-of.ts";
import type { ReplyObservations } from "./observe-reply.ts";
import { detailsOf } from "./reply-details.ts";

interface EndedReply {
  readonly agent: AgentRecord;
  readonly keyId: string;
  readonly user?: User | undefined;
  readonly outcome: ReplyOutcome;
  readonly ending: Pick<ReplyEnd, "status" | "failure">;
  readonly observed: ReplyObservations;
}

/** The counts of a reply, and the details that explain it to an operator. */
export function factsOf({ agent, keyId, user, outcome, ending, observed }: EndedReply): ReplyFacts {
  const { usage } = outcome;
  const details = detailsOf(outcome, observed);
  return {
    agentId: agent.id,
    keyId,
    model: usage?.model ?? modelName(agent.definition.model),
    version: agent.version > 0 ? agent.version : null,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    cachedTokens: usage?.cachedTokens ?? 0,
    firstTextMs: observed.firstTextMs,
    totalMs: observed.totalMs(),
    finish: finishOf(outcome, ending),
    language: detectLanguage(observed.question) ?? null,
    unanswered: outcome.unanswered === true,
    marks: marksOf({ outcome, status: ending.status, details, observed }),
    details: {
      ...details,
      ...(user && { user: { id: user.id, ...(user.name !== undefined && { name: user.name }) } }),
    },
  };
}

function finishOf(outcome: ReplyOutcome, { status, failure }: EndedReply["ending"]): string {
  if (failure !== null) return failure;
  if (status !== "complete") return status;
  if (outcome.ending) return outcome.ending;
  return outcome.question ? "question" : "complete";
}
