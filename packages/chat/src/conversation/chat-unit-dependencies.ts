import type { Signal, ReadonlySignal } from "@preact/signals";
import type { AgentView } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { ChatState } from "./chat.ts";
import type { ChatDependencies } from "./chat-dependencies.ts";
import type { Conversation } from "./conversation.ts";
import type { Notice, RetryDependencies } from "./retry-policy.ts";

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
