import type { ReplyOutcome } from "@servicechat/agent";
import type { ReplyDetails, ToolFacts } from "@servicechat/storage";
import type { ReplyObservations } from "./observe-reply.ts";

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
export function detailsOf(
  { transcript, searches = [] }: Pick<ReplyOutcome, "transcript" | "searches">,
  { toolMs }: Pick<ReplyObservations, "toolMs">,
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
