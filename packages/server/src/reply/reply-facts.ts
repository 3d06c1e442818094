import { modelName, type ReplyOutcome } from "@servicechat/agent";
import { detectLanguage } from "@servicechat/contract/language";
import type { ReplyEnd, ReplyFacts, ReplyDetails, ToolFacts } from "@servicechat/storage";
import type { ReplyJob } from "./reply-job.ts";
import { marksOf } from "./reply-marks.ts";
import type { ReplyObserver } from "./observe-reply.ts";

/** The counts of a reply, and the details that explain it to an operator. */
export function factsOf(
  { agent, keyId, user }: Pick<ReplyJob, "agent" | "keyId" | "user">,
  {
    outcome,
    ending,
    observed,
  }: {
    readonly outcome: ReplyOutcome;
    readonly ending: Pick<ReplyEnd, "status" | "failure">;
    readonly observed: ReplyObserver;
  },
): ReplyFacts {
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

function finishOf(outcome: ReplyOutcome, { status, failure }: Pick<ReplyEnd, "status" | "failure">): string {
  if (failure !== null) return failure;
  if (status !== "complete") return status;
  if (outcome.ending) return outcome.ending;
  return outcome.question ? "question" : "complete";
}

/** Most of each list, and longest texts in UTF-16 units: details lie beside every reply. */
const most = {
  searches: 8,
  passages: 6,
  tools: 20,
  query: 500,
  title: 300,
  passage: 1000,
  input: 2000,
  result: 2000,
};

/** The explanation of a reply: its searches with their results, and its uses of other tools. */
function detailsOf(
  { transcript, searches = [] }: Pick<ReplyOutcome, "transcript" | "searches">,
  { toolMs }: Pick<ReplyObserver, "toolMs">,
): Pick<ReplyDetails, "searches" | "tools"> {
  const searched = new Set(searches.map(({ callId }) => callId));
  return {
    searches: searches.slice(0, most.searches).map(({ query, passages }) => ({
      query: cut(query, most.query),
      passages: passages
        .slice(0, most.passages)
        .map(({ title, headings, url, text, score, cited, approved }) => ({
          title: cut(headings.at(-1) ?? title, most.title),
          url,
          text: cut(text, most.passage),
          score,
          cited,
          ...(approved && { answer: approved.id }),
        })),
    })),
    tools: toolsIn(transcript, toolMs)
      .filter(({ callId }) => !searched.has(callId))
      .slice(0, most.tools)
      .map(({ facts }) => facts),
  };
}

function toolsIn(
  transcript: ReplyOutcome["transcript"],
  toolMs: ReadonlyMap<string, number>,
): readonly { readonly callId: string; readonly facts: ToolFacts }[] {
  const calls = transcript.flatMap((entry) => (entry.role === "assistant" ? entry.toolCalls : []));
  return transcript.flatMap((entry) => {
    if (entry.role !== "tool") return [];
    const { callId, name, result, failed } = entry;
    const input = calls.find(({ id }) => id === callId)?.input;
    const facts = {
      name: cut(name, most.title),
      status: failed ? ("failed" as const) : ("succeeded" as const),
      input: cut(input === undefined ? "" : JSON.stringify(input), most.input),
      result: cut(result, most.result),
      ms: toolMs.get(`tool_${callId}`) ?? null,
    };
    return [{ callId, facts }];
  });
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
