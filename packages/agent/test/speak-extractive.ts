import type { ModelMessage, ModelResponse, ToolDescription } from "../src/agent.ts";
import type { FoundPassage } from "../src/sources.ts";
import { createExtractiveModel } from "../src/extractive/extractive.ts";

export const searchTool: ToolDescription = { name: "search_knowledge", description: "", inputSchema: {} };
export const askTool: ToolDescription = { name: "AskUserQuestion", description: "", inputSchema: {} };

export const passage = (heading: string, fields: Partial<FoundPassage> = {}): FoundPassage => ({
  title: "Returns",
  headings: ["Returns", heading],
  text: `All about ${heading}.`,
  url: `https://docs.example/returns#${heading.toLowerCase()}`,
  score: 0.8,
  ...fields,
});

export const user = (text: string): ModelMessage => ({ role: "user", text });
export const called = (name: string, input: unknown, id = "call_1"): ModelMessage => ({
  role: "assistant",
  text: "",
  toolCalls: [{ id, name, input }],
});
export const result = (
  name: string,
  value: unknown,
  { callId = "call_1", failed = false }: { callId?: string; failed?: boolean } = {},
): ModelMessage => ({
  role: "tool",
  callId,
  name,
  result: typeof value === "string" ? value : JSON.stringify(value),
  failed,
});
/** A search for a question, with what it found. */
export const searched = (question: string, passages: readonly FoundPassage[]): readonly ModelMessage[] => [
  user(question),
  called("search_knowledge", { query: question }),
  result("search_knowledge", { passages }),
];

interface Options {
  readonly tools?: readonly ToolDescription[];
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
  readonly onText?: (piece: string) => void;
  readonly pace?: () => Promise<void>;
}

/** The model's steps, with all of its text. */
export async function speak(
  messages: readonly ModelMessage[],
  {
    tools = [searchTool, askTool],
    maxOutputTokens = 2000,
    signal = new AbortController().signal,
    onText = () => undefined,
    pace = () => Promise.resolve(),
  }: Options = {},
): Promise<ModelResponse & { readonly text: string }> {
  let text = "";
  const said = await createExtractiveModel({ pace }).speak(
    { instructions: "", messages, tools, maxOutputTokens, signal },
    (piece) => {
      text += piece;
      onText(piece);
    },
  );
  return { text, ...said };
}

export const queryOf = async (messages: readonly ModelMessage[]) =>
  (await speak(messages)).toolCalls[0]?.input;
