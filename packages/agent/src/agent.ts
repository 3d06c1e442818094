import type { FailureCode, Question, StreamEvent, ToolRow } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Trace } from "./trace/trace.ts";

/** One entry of a conversation as a model sees it. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly result: string;
      readonly failed: boolean;
    };

/** A model's wish to use a tool. `input` is `undefined` when its arguments were no JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a model is told of a tool. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** Empty: the model must answer without tools. */
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** What a model said, once it has finished. */
export interface Said {
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the output limit cut it. `declined`: a content filter or a refusal. */
  readonly finish: "stop" | "tools" | "length" | "declined";
  /** As counted by the provider, those it had in a cache included; 0 when it did not say. */
  readonly inputTokens: number;
  /** As counted by the provider; 0 when it did not say. */
  readonly outputTokens: number;
}

/**
 * One language model, ready to speak. `onText` is called for each piece as it arrives, synchronously and in
 * order; the promise resolves when the provider has finished. Aborting the signal closes the connection.
 *
 * @throws ModelFailure when the provider cannot be reached, refuses, or breaks off; `retryable` says whether
 *   asking again may help.
 */
export interface Model {
  speak(request: ModelRequest, onText: (piece: string) => void): Promise<Said>;
}

/** A provider's failure in our words. The message and cause are for the operator's log, never for the visitor. */
export class ModelFailure extends Error {
  /** The row of the failure table that the visitor is shown. */
  readonly code: FailureCode;
  /** Whether the same request may be sent again at once, as long as no text has left. */
  readonly retryable: boolean;
  /** The provider's `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: FailureCode,
    message: string,
    options: { retryable: boolean; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = "ModelFailure";
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter;
  }
}

/** A tool that the agent runs itself. */
export interface Tool extends ToolDescription {
  /** A line for the visitor while it runs, such as "Searching the documentation". */
  readonly title: string;
  /** Runs with input that fits `inputSchema`. A throw is a failed use: the model is told and goes on. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

export interface ToolContext {
  readonly signal: AbortSignal;
  progress(rows: readonly ToolRow[]): void;
}

export interface ToolOutcome {
  /** What the model reads. It is data: bounded and labelled. */
  readonly result: string;
  /** One line for the visitor, such as "3 passages found". */
  readonly summary?: string;
  readonly rows?: readonly ToolRow[];
}

/** What the agent needs of the knowledge: the best passages for a query, best first. */
export interface Search {
  (query: string, limit: number): Promise<readonly FoundPassage[]>;
}

export interface FoundPassage {
  readonly title: string;
  /** Headings from the document's title down. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  readonly score: number;
}

export interface ReplyRequest {
  readonly agent: AgentDefinition;
  /** The conversation so far, the visitor's new message last; the agent itself keeps it within the token budget. */
  readonly messages: readonly ModelMessage[];
  /** Aborted when the visitor stops the reply, the key is revoked, or the service shuts down. */
  readonly signal: AbortSignal;
  /** No tool is used before it resolves, since tools may change things. Rejecting ends the reply; the signal is then aborted too. */
  readonly mayAct?: Promise<unknown>;
  /** What leads from a line of the log to what it is about, such as `requestId`: every line about this reply carries it. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Where the calls of the model and of tools are shown. */
  readonly trace?: Trace;
}

/** Everything the agent says to the visitor on the way: any event but `start`, `error` and `done`, which are the server's. */
export type AgentEvent = Exclude<StreamEvent, { type: "start" | "error" | "done" }>;

/** How a reply ended. */
export interface ReplyOutcome {
  /** Everything the model needs to see again in later turns. */
  readonly transcript: readonly Exclude<ModelMessage, { role: "user" }>[];
  /** The question that ends the reply: `toolCallId` is answered by the visitor's next message. */
  readonly question?: {
    readonly id: string;
    readonly toolCallId: string;
    readonly questions: readonly Question[];
  };
  readonly truncated: boolean;
  readonly outputTokens: number;
  /** Absent when the reply is complete or was aborted by the signal. */
  readonly failure?: FailureCode;
}

/**
 * Who answers. Emits events synchronously as the model speaks and resolves when the reply is over. It never
 * rejects: a failure is in the outcome, its cause was handed to the log part. An abort resolves it as well.
 */
export interface Agent {
  reply(request: ReplyRequest, emit: (event: AgentEvent) => void): Promise<ReplyOutcome>;
}
