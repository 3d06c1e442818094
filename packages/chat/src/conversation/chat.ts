import type { ReadonlySignal } from "@preact/signals";
import type {
  AgentView,
  FileInfo,
  HandoffState,
  History,
  PostedFeedback,
  PostedHandoff,
} from "@servicechat/contract";
import type { Conversation } from "./conversation.ts";
import type { Notice } from "./retry-policy.ts";
import type { SendOptions } from "./send-upload.ts";
import type { ChatCommands } from "./chat-commands.ts";

/** `unavailable`: the key or the page's origin is refused; `failed`: agent or history could not be loaded. */
export type ChatState = "loading" | "ready" | "failed" | "unavailable";

/** The service's history of the chat on screen. */
export interface ToldHistory extends Pick<History, "messages" | "events"> {
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
  readonly told: ReadonlySignal<ToldHistory | undefined>;
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
