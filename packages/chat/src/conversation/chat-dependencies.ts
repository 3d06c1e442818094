import type { Client } from "@servicechat/client";
import type { AgentView, PostedContext, TellPage } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { RetryDependencies } from "./retry-policy.ts";
import type { StreamDependencies } from "./stream-turn.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";

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
