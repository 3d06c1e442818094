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

/** `unavailable`: the key or the page's origin is refused; `failed`: agent or history could not be read. */
export type ChatState = "loading" | "ready" | "failed" | "unavailable";

/** What the service has told of the chat on screen. */
export interface ToldHistory extends Pick<History, "messages" | "events"> {
  /** The entries that its messages became, in their order; what people have said is none. */
  readonly drawn: Conversation;
}

/** One visitor's chat: what is on screen, and what the visitor can do. Only what asks the service for something rejects. */
export interface Chat extends ChatCommands {
  readonly conversation: ReadonlySignal<Conversation>;
  /** What the visitor has said that is not sent yet: the chat is loading, or something else is on its way. */
  readonly queued: ReadonlySignal<Conversation>;
  readonly state: ReadonlySignal<ChatState>;
  readonly notice: ReadonlySignal<Notice | undefined>;
  readonly agent: ReadonlySignal<AgentView | undefined>;
  readonly isAnswering: ReadonlySignal<boolean>;
  /** What the service told of the chat when its history was read last; `undefined` when it has told nothing of it. */
  readonly told: ReadonlySignal<ToldHistory | undefined>;
  /** As `session`, for those who follow it. */
  readonly shown: ReadonlySignal<string | undefined>;
  /** Asks who answers, reads the history of the kept session and follows the answer that is still running. */
  start(): Promise<void>;
  /**
   * Draws what other tabs have made of the chat, and goes over to the one that is kept now. What is being sent or
   * answered is seen through first, unless the chat was left. What is drawn stays as it is until there is better.
   *
   * @param isAnother whether what is kept now is somebody else's: what is on screen is left, whatever goes on in it
   */
  look(isAnother?: boolean): Promise<void>;
  /** The token of the chat on screen, once the service has told of it; another tab may keep another one by now. */
  session(): string | undefined;
  stop(): void;
  /** Sends the last turn again after it failed. */
  retry(): void;
  /** Forgets the session; the next message begins another. */
  startNew(): void;
  image(url: string): Promise<Blob>;
  /** What the service has of the chat that is kept now. */
  history(): Promise<History>;
  rate(feedback: PostedFeedback): Promise<void>;
  /** Asks for a person, or says where an answer may be sent. */
  askForPerson(posted: PostedHandoff): Promise<HandoffState>;
  /** Goes back from a person, or from waiting for one, to the agent. */
  backToAgent(): Promise<HandoffState>;
  /** Hands over a file for the next message. Rejects with what went wrong. */
  upload(file: File, options: SendOptions): Promise<FileInfo>;
}
