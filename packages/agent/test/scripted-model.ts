import type { ReceivedRequest, Scripted } from "./model-server.ts";

/** One call of a tool, as a scripted model writes it. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** A Chat Completions stream that says a text and asks for tools. */
export function saying(text: string, ...calls: readonly ScriptedCall[]): Scripted {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const toolCalls = calls.map((call, index) => ({
    index,
    id: "call_same", // as from servers that repeat their ids
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  return {
    body: [
      chunk({ role: "assistant", content: text }),
      ...(calls.length > 0 ? [chunk({ tool_calls: toolCalls })] : []),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      "data: [DONE]\n\n",
    ],
  };
}

/** A message in a Chat Completions request. */
export interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
}

/** The messages of the n-th request. */
export function messagesOf(requests: readonly ReceivedRequest[], index: number): readonly SentMessage[] {
  return (requests[index]?.body["messages"] ?? []) as readonly SentMessage[];
}
