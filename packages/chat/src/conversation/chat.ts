import type { ReadonlySignal, Signal } from "@preact/signals";
import type {
  AgentView,
  FileInfo,
  HandoffState,
  History,
  PostedFeedback,
  PostedHandoff,
  PostedContext,
  TellPage,
} from "@servicechat/contract";
import type { Client } from "@servicechat/client";
import type { Conversation } from "./conversation.ts";
import type { Notice, RetryDependencies } from "./retry-policy.ts";
import type { SendOptions } from "./service-calls.ts";
import type { ChatCommands, ChatCommandDependencies } from "./chat-commands.ts";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { StreamDependencies } from "./stream-turn.ts";

/** `unavailable`: the key or the page's origin is refused; `failed`: agent or history could not be loaded. */
export type ChatState = "loading" | "ready" | "failed" | "unavailable";

/** The service's history of the chat on screen. */
export interface ChatHistory extends Pick<History, "messages" | "events"> {
  /** The entries that its messages became, in order; people's messages are not among them. */
  readonly drawn: Conversation;
}

/**
 * One visitor's chat: what is on screen, and what the visitor can do. Only functions that request something from the
 * service reject.
 */
export interface Chat extends ChatCommands {
  readonly conversation: ReadonlySignal<Conversation>;
  /** Messages that are not sent yet: the chat is loading, or another turn is in progress. */
  readonly queued: ReadonlySignal<Conversation>;
  readonly state: ReadonlySignal<ChatState>;
  readonly notice: ReadonlySignal<Notice | undefined>;
  readonly agent: ReadonlySignal<AgentView | undefined>;
  readonly isAnswering: ReadonlySignal<boolean>;
  /** The last history that the service returned for the chat; `undefined` if there is none. */
  readonly told: ReadonlySignal<ChatHistory | undefined>;
  /** As `session`, for subscribers. */
  readonly shown: ReadonlySignal<string | undefined>;
  /** Loads the agent, reads the history of the stored session and follows the answer that is still in progress. */
  start(): Promise<void>;
  /**
   * Draws changes by other tabs, and switches to the chat that is stored now. What is being sent or answered is
   * completed first, unless the chat was left. The screen does not change until there is something better.
   *
   * @param isAnother whether the stored chat belongs to somebody else: then the chat on screen is left at once
   */
  refresh(isAnother?: boolean): Promise<void>;
  /**
   * The token of the chat on screen, once the service has confirmed it; another tab may have stored another one by now.
   */
  session(): string | undefined;
  stop(): void;
  /** Sends the last turn again after it failed. */
  retry(): void;
  /** Forgets the session; the next message starts another. */
  startNew(): void;
  image(url: string): Promise<Blob>;
  /** The service's history of the chat that is currently stored. */
  history(): Promise<History>;
  rate(feedback: PostedFeedback): Promise<void>;
  /** Asks for a person, or stores an address for the answer. */
  askForPerson(posted: PostedHandoff): Promise<HandoffState>;
  /** Returns from a person, or from waiting for one, to the agent. */
  backToAgent(): Promise<HandoffState>;
  /** Uploads a file for the next message. Rejects with what went wrong. */
  upload(file: File, options: SendOptions): Promise<FileInfo>;
}

/** The dependencies of a chat. */
export interface ChatDependencies {
  readonly client: Client;
  /** Where the session token of an agent is stored. Sessions belong to agents, so a new key finds the old chat. */
  readonly tokenOf: (agentId: string) => PersistedValue;
  /** Prevents other tabs from opening a session at the same time; resolves with the function that releases them. */
  readonly alone: () => Promise<() => void>;
  /** A new idempotency key. */
  readonly newKey: () => string;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: RetryDependencies["wait"];
  readonly onReturn: StreamDependencies["onReturn"];
  /** Runs a function once: at once, or as soon as it is time to render again. */
  readonly throttleRender: (run: () => void) => void;
  /** Called whenever an answer will soon be drawn: from history, or the reply to what is sent. */
  readonly expectAnswer: () => void;
  /** Calls the page's listeners, without any text of a message. */
  readonly tell: TellPage;
  readonly askPage: ChatCommandDependencies["askPage"];
  readonly sayAction: ChatCommandDependencies["sayAction"];
  /** What the agent may currently know about the page; read once for each turn. */
  readonly readContext: (agent: AgentView | undefined) => Promise<PostedContext | undefined>;
  /** Called when the session is left: what belongs only to it has become useless. */
  readonly forgotten: () => void;
}

/** What the units of a chat share: the screen, of which each draws its part, and the lifetime of the chat there. */
export interface ChatUnitDependencies extends Pick<ChatDependencies, "client" | "expectAnswer"> {
  readonly conversation: Signal<Conversation>;
  readonly state: Signal<ChatState>;
  readonly notice: Signal<Notice | undefined>;
  readonly agent: Signal<AgentView | undefined>;
  readonly isAnswering: ReadonlySignal<boolean>;
  readonly retries: RetryDependencies;
  /** Stores the token; known once the agent is, and nothing is sent before. */
  readonly token: () => PersistedValue | undefined;
  /** Aborted once the chat is left, or its activity is cancelled: what began before no longer changes the screen. */
  readonly life: () => AbortSignal;
  /** Removes the chat from the screen: the next one begins there. */
  readonly leave: () => void;
}
