/** A call of a tool, as a model or a visitor made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** `undefined` when the model's arguments were no JSON. */
  readonly input: unknown;
  /** Id of the action that a visitor chose: then the call is the visitor's, and no model made it. */
  readonly action?: string;
}

/**
 * The part of a reply that a model gets again in later turns: its text, and calls and results of tools. It is stored
 * with the reply, and no client sees it.
 */
export type TranscriptEntry =
  | { readonly role: "assistant"; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly result: string;
      readonly failed: boolean;
    };
