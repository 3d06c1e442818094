import type {
  ConfirmRequest,
  EarlyEnding,
  FailureCode,
  ImageInfo,
  Question,
  StreamEvent,
  ToolCall,
  ToolRow,
  TranscriptEntry,
} from "@servicechat/contract";
import type { AgentDefinition, FormAction, HandoffReason } from "@servicechat/contract/agent-file";
import type { KnowledgeSearch, NumberedPassage } from "./sources.ts";
import type { Trace } from "./trace.ts";

/** The visitor's message, as a model sees it. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  /** Labelled data that came with the text but is not part of it. */
  readonly context?: string;
  /** The files that the visitor attached. */
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

/** The description of a tool that a model gets. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** One request to a model, which writes text and may call tools. A reply that uses tools takes several. */
export interface ModelRequest {
  /** The operator's instructions, with those that the service adds. */
  readonly instructions: string;
  /** Oldest first. */
  readonly messages: readonly ModelMessage[];
  /** Empty: the model must answer without tools. */
  readonly tools: readonly ToolDescription[];
  readonly maxOutputTokens: number;
  /** Aborting it closes the connection to the provider. */
  readonly signal: AbortSignal;
  /** Called, any number of times, while the model thinks. Its thoughts are never passed on. */
  readonly onThinking?: () => void;
  /** Called when all text so far turns out to have been thoughts. */
  readonly onUnsaid?: () => void;
  /** Called before a call fails or is aborted, with what the provider has counted by then. */
  readonly onUnfinished?: (counts: TokenCounts) => void;
}

/** What a provider says that a request has used; 0 where it says nothing. */
export interface TokenCounts {
  /** As counted by the provider, including cached ones. */
  readonly inputTokens: number;
  /** How many of the input tokens the provider had cached, which cost less; absent if none, or if it did not say. */
  readonly cachedTokens?: number;
  readonly outputTokens: number;
}

/** A model's output, once it has finished. */
export interface ModelResponse extends TokenCounts {
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the output limit cut it. `declined`: a content filter or a refusal. */
  readonly finish: "stop" | "tools" | "length" | "declined";
}

/**
 * One language model, ready to use. `onText` is called for each piece as it arrives, synchronously and in order; the
 * promise resolves when the provider has finished. Aborting the signal closes the connection.
 *
 * @throws ModelError when the provider cannot be reached, refuses, or breaks off; `retryable` says whether asking again
 *   may help.
 */
export interface Model {
  speak(request: ModelRequest, onText: (piece: string) => void): Promise<ModelResponse>;
}

/**
 * A provider's failure in our own words. The message and cause are for the operator's log, never for the visitor. The
 * provider's text is not a field that a log would show, since it may repeat what visitors wrote.
 */
export class ModelError extends Error {
  readonly #said: string;
  /** The row of the failure table that the visitor is shown. */
  readonly code: FailureCode;
  /** Whether the same request may be repeated at once, as long as no text has been sent to the visitor. */
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

  /** The provider's own sentence, for classification; empty if there is none. */
  said(): string {
    return this.#said;
  }
}

/** A visitor as identified by the site, in a way that only the site's own server can. */
export interface User {
  /** The site's own, 1 to 200 printable ASCII characters without spaces. */
  readonly id: string;
  readonly name?: string;
}

/** A tool that the agent runs itself. */
export interface Tool extends ToolDescription {
  /** A line for the visitor while it runs, such as "Searching the documentation". */
  readonly title: string;
  /** Hides the input from the visitor. */
  readonly hidesInput?: true;
  /**
   * The request that the visitor must agree to before `run` may be called with this input, which fits `inputSchema`;
   * `undefined` if it may run at once. The same input gives the same request as long as the tool's definition stays the
   * same.
   */
  readonly confirm?: (input: unknown) => ConfirmRequest | undefined;
  /**
   * Runs with input that fits `inputSchema`. If it throws, the use has failed: the model gets the error and continues.
   */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** The context of one use of a tool. */
export interface ToolContext {
  /** Aborted with the reply: after that, the tool's result is discarded. */
  readonly signal: AbortSignal;
  /** Absent if the site has not identified the visitor. */
  readonly user?: User | undefined;
  /** Shows the visitor these rows instead of the previous ones; may be called any number of times. */
  progress(rows: readonly ToolRow[]): void;
  /**
   * Called last, right before each request is sent. Rejects if the agent may no longer give this reply. Absent: it always
   * may.
   */
  readonly beforeSending?: () => Promise<void>;
}

/** The result of a use of a tool that did not fail. */
export interface ToolOutcome {
  /** The model's input: bounded and labelled as data. */
  readonly result: string;
  /** One line for the visitor, such as "3 passages found". */
  readonly summary?: string;
  /** What was found or done, for the visitor. Absent: the rows shown last remain. */
  readonly rows?: readonly ToolRow[];
  /** Shown to the visitor, except any that turn out not to be images. */
  readonly images?: readonly ToolImage[];
  /** Of a search of the knowledge: what the answer can cite, as the model reads it in `result`. Best first. */
  readonly passages?: readonly NumberedPassage[];
}

/** An image from a tool: PNG, JPEG, WebP or GIF. */
export interface ToolImage {
  readonly bytes: Uint8Array;
  /** Alternative text, for those who cannot see it. */
  readonly alt: string;
}

/**
 * A call that the visitor decided on, by choosing an action or by confirming one that was asked about. The reply begins
 * with it, before the model speaks.
 */
export interface DecidedCall {
  readonly call: Omit<ToolCall, "id">;
  /** The action of `call.action`; absent if it is no longer offered, and then nothing runs. */
  readonly action?: FormAction;
  /**
   * What the visitor agreed to. If the call needs consent and would now make a different request, the visitor is asked
   * again.
   */
  readonly confirmed?: ConfirmRequest;
}

/** Everything that one reply is made from. */
export interface ReplyRequest {
  readonly agent: AgentDefinition;
  /**
   * The absolute path that the definition's relative paths start from. Without it, models that a module creates cannot be
   * used.
   */
  readonly baseDirectory?: string;
  /** The conversation so far, the visitor's new message last; the agent itself keeps it within the token budget. */
  readonly messages: readonly ModelMessage[];
  /** The call that the reply begins with; absent if the visitor decided on nothing. */
  readonly decided?: DecidedCall;
  /** The context of the page around the chat, labelled as data. The model gets it with the visitor's newest message. */
  readonly context?: string;
  /** Who the visitor is; absent if the site has not said. */
  readonly user?: User;
  /** Aborted when the visitor stops the reply, the key is revoked, or the service shuts down. */
  readonly signal: AbortSignal;
  /**
   * Stores an image from a tool so that the visitor can fetch it. `undefined`: it is not an image, or there is no room
   * for it.
   */
  readonly keepImage?: (image: ToolImage) => Promise<ImageInfo | undefined>;
  /**
   * Asked before a tool does anything, and again right before each of its requests is sent: `false` if the agent may no
   * longer give this reply. Rejects if that is not known. Absent: it always may.
   */
  readonly mayAct?: () => Promise<boolean>;
  /** Asks for a person, and returns the outcome for the model. Absent: the model does not have this tool now. */
  readonly handOff?: (why: { readonly reason: HandoffReason; readonly summary: string }) => Promise<string>;
  /** Ids that say what a log line is about, such as `requestId`: every line about this reply has them. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Records the calls of the model and of tools. */
  readonly trace?: Trace;
}

/**
 * Everything that the agent emits during a reply: any event except the first and the final ones, which the server sends.
 */
export type AgentEvent = Exclude<
  StreamEvent,
  { type: "start" | "follow_ups" | "holder" | "queue" | "person_message" | "typing" | "error" | "done" }
>;

/** What a reply used, as providers report it: 0 if a provider reports nothing, and if no model was asked. */
export interface ModelUsage extends TokenCounts {
  /** Name of the model that was asked last. */
  readonly model: string;
}

/** How a reply ended. */
export interface ReplyOutcome {
  /** Everything the model needs to see again in later turns. */
  readonly transcript: readonly TranscriptEntry[];
  /** Its searches of the knowledge with their results, in order; absent if there were none. */
  readonly searches?: readonly KnowledgeSearch[];
  /** The question that ends the reply: `toolCallId` is answered by the visitor's next message. */
  readonly question?: {
    readonly id: string;
    readonly toolCallId: string;
    readonly questions: readonly Question[];
    /** The request that it asks about. */
    readonly confirm?: ConfirmRequest;
  };
  /** What ended the answer before all was said; `null`: nothing did. */
  readonly ending: EarlyEnding | null;
  /**
   * Stretches of the text, in UTF-16 units of all that was emitted, that turned out to be thoughts after they had been
   * emitted: nothing may keep them. Absent if there were none.
   */
  readonly thoughts?: readonly { readonly start: number; readonly end: number }[];
  /** For everything that the models wrote, thinking included; estimated if a provider did not count. */
  readonly outputTokens: number;
  /** The model, and what the providers reported; absent if no model could be asked. */
  readonly usage?: ModelUsage;
  /** It searched the knowledge, found nothing to answer from, and had no other tool's result either. */
  readonly unanswered?: true;
  /** Suggested next questions, one to three lines; never with a question or an answer that ended early. */
  readonly followUps?: readonly string[];
  /** Absent when the reply is complete or was aborted by the signal. */
  readonly failure?: FailureCode;
  /** One of the agent's models cannot be used as configured, even if another one was asked instead. */
  readonly modelRefused?: true;
}

/**
 * Answers messages. Emits events synchronously as the model writes, and resolves when the reply has ended. It never
 * rejects: a failure is in the outcome, and its cause has been logged. An abort resolves it too.
 */
export interface Agent {
  reply(request: ReplyRequest, emit: (event: AgentEvent) => void): Promise<ReplyOutcome>;
}
