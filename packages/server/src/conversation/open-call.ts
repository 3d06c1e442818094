import type { ModelMessage } from "@servicechat/agent";
import type { ToolCall } from "@servicechat/contract";
import { handoffTool } from "@servicechat/contract/agent-file";
import type { ToldReply, StoredQuestion } from "@servicechat/storage";

/** The part of a reply that a model reads again: every call in `entries` has its result there, except the open one. */
interface ClosedTranscript {
  readonly entries: readonly ModelMessage[];
  readonly open: OpenCall | undefined;
}

/** A call that waits for the visitor: the reply ended with its question. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly question: StoredQuestion | undefined;
}

/** Reads a reply's transcript. Calls without a result because of a crash or a stop are left out. */
export function closeTranscript({ transcript, parts, status }: ToldReply): ClosedTranscript {
  const answered = new Set(transcript.flatMap((entry) => (entry.role === "tool" ? [entry.callId] : [])));
  const last = transcript.findLast((entry) => entry.role === "assistant");
  const call = status === "complete" ? last?.toolCalls.find(({ id }) => !answered.has(id)) : undefined;
  const question = parts.findLast((part): part is StoredQuestion => part.type === "question");
  const isKept = ({ id }: ToolCall) => answered.has(id) || id === call?.id;
  const entries = transcript
    .map((entry) =>
      entry.role === "assistant"
        ? { ...entry, toolCalls: entry.toolCalls.filter(isKept).map(withoutHandoffInput) }
        : entry,
    )
    .filter((entry) => entry.role === "tool" || entry.text.trim() !== "" || entry.toolCalls.length > 0);
  return { entries, open: call && { call, question } };
}

/** Why a person was asked for is for that person: an agent that reads it again would act on it after the return. */
function withoutHandoffInput(call: ToolCall): ToolCall {
  return call.name === handoffTool ? { ...call, input: {} } : call;
}
