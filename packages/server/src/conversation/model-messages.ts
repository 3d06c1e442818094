import type { ModelMessage } from "@servicechat/agent";
import type { TranscriptEntry, TurnRecord, UserMessageRecord } from "@servicechat/storage";

type ToolCalls = Extract<TranscriptEntry, { role: "assistant" }>["toolCalls"];

/**
 * The conversation as a model sees it. A reply that ended with a question left a tool call open: the visitor's next
 * turn is its result, whether it came through the form or in plain words.
 */
export function modelMessages(turns: readonly TurnRecord[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let open: ToolCalls = [];
  for (const { messages: said, reply } of turns) {
    if (open.length > 0) messages.push(...open.map((call) => answerTo(call, said)));
    else messages.push({ role: "user", text: said.map(({ content }) => content).join("\n\n") });

    const transcript = closed(reply.transcript, reply.status === "complete");
    open = transcript.open;
    messages.push(...transcript.entries);
    // A crash or a stop may have kept text that no transcript entry holds.
    if (transcript.entries.length === 0 && reply.content !== "") {
      messages.push({ role: "assistant", text: reply.content, toolCalls: [] });
    }
  }
  return messages;
}

function answerTo(call: ToolCalls[number], said: readonly UserMessageRecord[]): ModelMessage {
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    result: JSON.stringify(answersOf(said)),
    failed: false,
  };
}

/** What a visitor made of a question: `{skipped}`, `{answers}`, or `{text}` when it was answered in plain words. */
function answersOf(said: readonly UserMessageRecord[]): object {
  for (const { parts } of said) {
    for (const part of parts) {
      if (part.type === "answer") return part.skipped ? { skipped: true } : { answers: part.answers };
    }
  }
  return { text: said.map(({ content }) => content).join("\n\n") };
}

/** A transcript in which every call has its result, and the calls that the visitor's next message answers. */
function closed(
  transcript: readonly TranscriptEntry[],
  mayStayOpen: boolean,
): { readonly entries: ModelMessage[]; readonly open: ToolCalls } {
  const answered = new Set(transcript.flatMap((entry) => (entry.role === "tool" ? [entry.callId] : [])));
  const last = transcript.findLast((entry) => entry.role === "assistant");
  const open = mayStayOpen && last ? last.toolCalls.filter((call) => !answered.has(call.id)) : [];
  const isKept = (id: string) => answered.has(id) || open.some((call) => call.id === id);
  const entries = transcript
    .map((entry) =>
      entry.role === "assistant"
        ? { ...entry, toolCalls: entry.toolCalls.filter((call) => isKept(call.id)) }
        : entry,
    )
    .filter((entry) => entry.role === "tool" || entry.text !== "" || entry.toolCalls.length > 0);
  return { entries, open };
}
