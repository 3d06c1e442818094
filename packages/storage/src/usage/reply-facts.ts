/** Noteworthy properties of a reply, or of the message that it answers. */
export const replyMarks = [
  "unanswered",
  "uncited",
  "rephrased",
  "thumbs_down",
  "flagged",
  "asked_person",
  "tool_failed",
  "cut",
  "stopped",
  "budget",
  "suspicious",
  "personal_data",
] as const;

/** One of `replyMarks`. */
export type ReplyMark = (typeof replyMarks)[number];

/** A passage that a search gave to the model. */
export interface FoundInSearch {
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  /** Between 0 and 1. */
  readonly score: number;
  /** The answer names it as a source. */
  readonly cited: boolean;
  /** Id of the approved answer that it is. */
  readonly answer?: string;
}

/** A search of the knowledge within a reply. */
export interface SearchFacts {
  readonly query: string;
  readonly passages: readonly FoundInSearch[];
}

/** A use of a tool within a reply. Input and result are text, cut to a bounded length. */
export interface ToolFacts {
  readonly name: string;
  readonly status: "succeeded" | "failed";
  readonly input: string;
  readonly result: string;
  /** How long it took; `null` when it did not run. */
  readonly ms: number | null;
}

/** The explanation of a reply for an operator. It contains text of the chat and is erased with it. */
export interface ReplyDetails {
  readonly searches: readonly SearchFacts[];
  readonly tools: readonly ToolFacts[];
  /** Whom the site says that the visitor is. */
  readonly user?: { readonly id: string; readonly name?: string };
}

/** The counts of a reply that has ended. */
export interface ReplyFacts {
  readonly agentId: string;
  /** Id of the key that asked for it. */
  readonly keyId: string;
  /** Name of the model that was asked last. */
  readonly model: string;
  /** Version of the agent that answered; `null` where agents have none. */
  readonly version: number | null;
  /** Over all requests of the reply, as providers reported it; 0 where they did not. */
  readonly inputTokens: number;
  /** The same of what the models wrote. */
  readonly outputTokens: number;
  /** Of the input tokens, those that the provider had kept from before. */
  readonly cachedTokens: number;
  /** From the moment its turn came to its first text; `null` when there was none. */
  readonly firstTextMs: number | null;
  /** From the moment its turn came to its end. */
  readonly totalMs: number;
  /** How it ended: `complete`, `length`, `stopped`, `question`, or the code of a failure. */
  readonly finish: string;
  /** Of the visitor's message, in BCP 47; `null` if unknown. */
  readonly language: string | null;
  /** It looked for an answer and found none. */
  readonly unanswered: boolean;
  readonly marks: readonly ReplyMark[];
  readonly details: ReplyDetails;
}
