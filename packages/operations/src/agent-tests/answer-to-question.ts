import { callResults } from "@servicechat/agent/call-results";
import type { DecidedCall, ModelMessage, ReplyOutcome } from "@servicechat/agent";
import type { TestTurn } from "@servicechat/contract/agent-file";

type OpenQuestion = ReplyOutcome["question"];

/** What a turn adds to the conversation. */
interface AddedTurn {
  /** For people who read what was tested. */
  readonly said: string;
  readonly messages: readonly ModelMessage[];
  readonly decided?: DecidedCall;
}

/**
 * A turn as a model gets it: the visitor's message, or the answer to the question at the end of the previous reply. A
 * fault if the agent has asked nothing that could be answered like that.
 */
export function answerToQuestion(
  { say, choose, agree }: TestTurn,
  open: OpenQuestion,
  before: readonly ModelMessage[],
): AddedTurn | { readonly fault: string } {
  const result = (text: string, failed = false): ModelMessage[] =>
    open
      ? [
          {
            role: "tool",
            callId: open.toolCallId,
            name: callOf(open, before)?.name ?? "",
            result: text,
            failed,
          },
        ]
      : [];
  if (say !== undefined) {
    const asked: ModelMessage = { role: "user", text: say };
    if (!open) return { said: say, messages: [asked] };
    if (open.confirm) return { said: say, messages: [...result(callResults.undecided, true), asked] };
    return {
      said: say,
      messages: result(JSON.stringify({ text: say, note: callResults.insteadOfChoosing })),
    };
  }
  if (choose !== undefined) {
    const question = open?.questions.find(({ options }) => options.some(({ label }) => label === choose));
    if (!question || open?.confirm) return { fault: `no option called '${choose}' was offered` };
    const answers = { [question.question]: question.multiSelect ? [choose] : choose };
    return { said: choose, messages: result(JSON.stringify({ answers })) };
  }
  const call = open?.confirm && callOf(open, before);
  if (!open?.confirm || !call) return { fault: "the visitor was not asked to confirm anything" };
  if (agree === false) return { said: "(declines)", messages: result(callResults.refused, true) };
  return {
    said: "(agrees)",
    messages: result(callResults.confirmed),
    decided: { call: { name: call.name, input: call.input }, confirmed: open.confirm },
  };
}

function callOf(open: NonNullable<OpenQuestion>, messages: readonly ModelMessage[]) {
  return messages
    .flatMap((message) => (message.role === "assistant" ? message.toolCalls : []))
    .find(({ id }) => id === open.toolCallId);
}
