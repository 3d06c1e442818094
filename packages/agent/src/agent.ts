import type { ConfirmRequest, FailureCode, ImageInfo, Question } from "@servicechat/contract";
import type { StreamEvent, ToolCall, ToolRow, TranscriptEntry } from "@servicechat/contract";
import type { AgentDefinition, FormAction, HandoffReason } from "@servicechat/contract/agent-file";
import type { KnowledgeSearch, NumberedPassage } from "./knowledge-search.ts";
import type { Trace } from "./trace/trace.ts";

/** What the visitor said, as a model sees it. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  /** Labelled data that came with the text and is no part of it. */
  readonly context?: string;
  /** What the visitor sent along. */
  readonly attachments?: readonly Attachment[];
}

/** A tool's result; `context` as of a user's text, since an answer of the visitor is a result too. */
export type ToolMessage = Extract<TranscriptEntry, { role: "tool" }> & { readonly context?: string };

/** One entry of a conversation as a model sees it. */
export type ModelMessage = UserMessage | Extract<TranscriptEntry, { role: "assistant" }> | ToolMessage;

/** A file that a visitor sent: an image for models that see, or the text of a document. */
export type Attachment =
  | {
      readonly kind: "image";
      readonly name: string;
      /** PNG, JPEG, WebP or GIF. */
      readonly mediaType: string;
      readonly bytes: Uint8Array;
      /** In pixels, where it is known. */
      readonly width?: number;
      readonly height?: number;
    }
  | { readonly kind: "text"; readonly name: string; readonly text: string };

/** What a model is told of a tool. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a model is asked once: it speaks, and perhaps asks for tools. A reply that uses tools takes several. */
export interface ModelRequest {
  /** Who the model is to be and what it is to do: the operator's words, with what the service adds. */
  readonly instructions: string;
  /** Oldest first. */
  readonly messages: readonly ModelMessage[];
  /** Empty: the model must answer without tools. */
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  /** Aborting it closes the connection to the provider. */
  readonly signal: AbortSignal;
  /** Called, any number of times, while the model thinks to itself. What it thinks is nobody's business. */
  readonly onThinking?: () => void;
}

/** What a model said, once it has finished. */
export interface ModelResponse {
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the output limit cut it. `declined`: a content filter or a refusal. */
  readonly finish: "stop" | "tools" | "length" | "declined";
  /** As counted by the provider, those it had in a cache included; 0 when it did not say. */
  readonly inputTokens: number;
  /** Those of the input that the provider had in a cache, which cost less; absent when it had none or did not say. */
  readonly cachedTokens?: number;
  /** As counted by the provider; 0 when it did not say. */
  readonly outputTokens: number;
}

/**
 * One language model, ready to speak. `onText` is called for each piece as it arrives, synchronously and in
 * order; the promise resolves when the provider has finished. Aborting the signal closes the connection.
 *
 * @throws ModelError when the provider cannot be reached, refuses, or breaks off; `retryable` says whether
 *   asking again may help.
 */
export interface Model {
  speak(request: ModelRequest, onText: (piece: string) => void): Promise<ModelResponse>;
}

/**
 * A provider's failure in our words. The message and cause are for the operator's log, never for the visitor; what the
 * provider said is no field of it, since it may repeat what visitors wrote, and so no log shows it.
 */
export class ModelError extends Error {
  readonly #said: string;
  /** The row of the failure table that the visitor is shown. */
  readonly code: FailureCode;
  /** Whether the same request may be sent again at once, as long as no text has left. */
  readonly retryable: boolean;
  /** The provider's `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: FailureCode,
    message: string,
    options: { retryable: boolean; retryAfter?: number; cause?: unknown; said?: string },
  ) {
    super(message, { cause: options.cause });
    this.name = "ModelError";
    this.#said = options.said ?? "";
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter;
  }

  /** The provider's own sentence, to judge by; empty where there is none. */
  said(): string {
    return this.#said;
  }
}

/** A visitor as the site has named them, in a way that only its own server can. */
export interface User {
  /** The site's own, 1 to 200 printable ASCII characters without spaces. */
  readonly id: string;
  readonly name?: string;
}

/** A tool that the agent runs itself. */
export interface Tool extends ToolDescription {
  /** A line for the visitor while it runs, such as "Searching the documentation". */
  readonly title: string;
  /** What the model calls it with is not for the visitor. */
  readonly hidesInput?: true;
  /**
   * The request that the visitor must agree to before `run` may be called with this input, which fits `inputSchema`;
   * `undefined` when it may run at once. The same input gives the same request as long as the tool is defined the same.
   */
  readonly confirm?: (input: unknown) => ConfirmRequest | undefined;
  /** Runs with input that fits `inputSchema`. A throw is a failed use: the model is told and goes on. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** What surrounds one use of a tool. */
export interface ToolContext {
  /** Aborted when the reply is: what the tool does then reaches nobody. */
  readonly signal: AbortSignal;
  /** Absent when nobody has said who the visitor is. */
  readonly user?: User | undefined;
  /** Shows the visitor rows in place of those shown before; may be called any number of times. */
  progress(rows: readonly ToolRow[]): void;
  /**
   * The last thing to be asked before each request leaves. Rejects when the reply is no longer the agent's to give. Absent:
   * it always is.
   */
  readonly beforeSending?: () => Promise<void>;
}

/** What a use of a tool that did not fail came to. */
export interface ToolOutcome {
  /** What the model reads. It is data: bounded and labelled. */
  readonly result: string;
  /** One line for the visitor, such as "3 passages found". */
  readonly summary?: string;
  /** What was found or done, for the visitor; absent: the rows shown last stay. */
  readonly rows?: readonly ToolRow[];
  /** Shown to the visitor, each that turns out to be one. */
  readonly images?: readonly ToolImage[];
  /** Of a search of the knowledge: what the answer can cite, as the model reads it in `result`. Best first. */
  readonly passages?: readonly NumberedPassage[];
}

/** An image that a tool made: PNG, JPEG, WebP or GIF. */
export interface ToolImage {
  readonly bytes: Uint8Array;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
}

/**
 * A call that the visitor decided on, by choosing an action or by confirming one that was asked about. The reply begins
 * with it, before the model speaks.
 */
export interface DecidedCall {
  readonly call: Omit<ToolCall, "id">;
  /** The action of `call.action`; absent when it is not offered any more, and then nothing runs. */
  readonly action?: FormAction;
  /** What the visitor agreed to. If the call needs that and would now make another request, the visitor is asked anew. */
  readonly confirmed?: ConfirmRequest;
}

/** All that one reply is made from. */
export interface ReplyRequest {
  readonly agent: AgentDefinition;
  /** Absolute: where the definition's relative paths start. Without it, models that are made by a module cannot be used. */
  readonly baseDirectory?: string;
  /** The conversation so far, the visitor's new message last; the agent itself keeps it within the token budget. */
  readonly messages: readonly ModelMessage[];
  /** With which the reply begins; absent when the visitor decided on nothing. */
  readonly decided?: DecidedCall;
  /** What the page around the chat says, labelled as data. It goes to the model with the newest message of the visitor. */
  readonly context?: string;
  /** Who the visitor is; absent when nobody has said so. */
  readonly user?: User;
  /** Aborted when the visitor stops the reply, the key is revoked, or the service shuts down. */
  readonly signal: AbortSignal;
  /** Keeps an image of a tool where the visitor can fetch it. `undefined`: it is no image, or there is no room for it. */
  readonly keepImage?: (image: ToolImage) => Promise<ImageInfo | undefined>;
  /**
   * Asked before a tool does anything, and again right before each of its requests leaves: `false` when the reply is no longer
   * the agent's to give. Rejects when that is not known. Absent: it always is.
   */
  readonly mayAct?: () => Promise<boolean>;
  /** Asks for a person, and says what came of it. Absent: the model has no such tool now. */
  readonly handOver?: (why: { readonly reason: HandoffReason; readonly summary: string }) => Promise<string>;
  /** What leads from a line of the log to what it is about, such as `requestId`: every line about this reply carries it. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Where the calls of the model and of tools are shown. */
  readonly trace?: Trace;
}

/** Everything the agent says to the visitor on the way: any event but the first and those of the end, which are the server's. */
export type AgentEvent = Exclude<
  StreamEvent,
  { type: "start" | "follow_ups" | "holder" | "person_message" | "typing" | "error" | "done" }
>;

/** What a reply used, as providers report it: 0 where one reports nothing, and where no model is behind an answer. */
export interface ModelUsage extends Pick<ModelResponse, "inputTokens" | "cachedTokens" | "outputTokens"> {
  /** Name of the model that was asked last. */
  readonly model: string;
}

/** How a reply ended. */
export interface ReplyOutcome {
  /** Everything the model needs to see again in later turns. */
  readonly transcript: readonly TranscriptEntry[];
  /** What it searched the knowledge for, and found, in order; absent when it did not. */
  readonly searches?: readonly KnowledgeSearch[];
  /** The question that ends the reply: `toolCallId` is answered by the visitor's next message. */
  readonly question?: {
    readonly id: string;
    readonly toolCallId: string;
    readonly questions: readonly Question[];
    /** The request that it asks about. */
    readonly confirm?: ConfirmRequest;
  };
  /** An output limit cut the answer. */
  readonly truncated: boolean;
  /** Of all that the models said, thinking included; estimated where a provider did not count. */
  readonly outputTokens: number;
  /** What the models were, and what their providers reported; absent when none could be asked. */
  readonly usage?: ModelUsage;
  /** It searched the knowledge, found nothing that answers, and had no other tool's result to answer from. */
  readonly unanswered?: true;
  /** What the visitor may want to ask next, one to three lines; never with a question or a cut answer. */
  readonly followUps?: readonly string[];
  /** Absent when the reply is complete or was aborted by the signal. */
  readonly failure?: FailureCode;
  /** A model of the agent cannot be used as it is set up, though another one was asked in its place. */
  readonly modelRefused?: true;
}

/**
 * Who answers. Emits events synchronously as the model speaks and resolves when the reply is over. It never
 * rejects: a failure is in the outcome, its cause was handed to the log part. An abort resolves it as well.
 */
export interface Agent {
  reply(request: ReplyRequest, emit: (event: AgentEvent) => void): Promise<ReplyOutcome>;
}
