import type { Signal, ReadonlySignal } from "@preact/signals";
import type { AgentView } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { ChatState } from "./chat.ts";
import type { ChatParts } from "./chat-parts.ts";
import type { Conversation } from "./conversation.ts";
import type { Notice, RetryParts } from "./retry-policy.ts";

/** What the units of a chat have in common: what is on screen, which each draws its share of, and the life of the chat there. */
export interface ChatUnitParts extends Pick<ChatParts, "client" | "expectAnswer"> {
  readonly conversation: Signal<Conversation>;
  readonly state: Signal<ChatState>;
  readonly notice: Signal<Notice | undefined>;
  readonly agent: Signal<AgentView | undefined>;
  readonly isAnswering: ReadonlySignal<boolean>;
  readonly retries: RetryParts;
  /** Keeps the token; known once the agent is, and nothing is sent before. */
  readonly token: () => PersistedValue | undefined;
  /** Aborted once the chat is left, or what goes on in it is called off: what began before changes the screen no more. */
  readonly life: () => AbortSignal;
  /** Takes the chat from the screen: the next one there begins. */
  readonly leave: () => void;
}
