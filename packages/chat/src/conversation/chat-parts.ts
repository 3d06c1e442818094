import type { Client } from "@servicechat/client";
import type { AgentView, PostedContext, TellPage } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { RetryParts } from "./retry-policy.ts";
import type { StreamParts } from "./stream-turn.ts";
import type { CommandParts } from "./chat-commands.ts";

/** The parts of a chat. */
export interface ChatParts {
  readonly client: Client;
  /** Where the session token of an agent is kept. Sessions belong to agents, so a new key finds the old chat. */
  readonly tokenOf: (agentId: string) => PersistedValue;
  /** Keeps other tabs from opening a session at the same time; resolves with what lets them. */
  readonly alone: () => Promise<() => void>;
  /** A fresh idempotency key. */
  readonly newKey: () => string;
  /** The time of day, in milliseconds of the epoch. */
  readonly now: () => number;
  readonly wait: RetryParts["wait"];
  readonly onReturn: StreamParts["onReturn"];
  /** Runs a function once: at once, or as soon as it is time to draw again. */
  readonly throttleRender: (run: () => void) => void;
  /** Called whenever an answer is soon to be drawn: what history told, or the reply to what is sent. */
  readonly expectAnswer: () => void;
  /** Tells the page's listeners. No text of a message is in it. */
  readonly tell: TellPage;
  readonly askPage: CommandParts["askPage"];
  readonly sayAction: CommandParts["sayAction"];
  /** What the agent may know of the page right now; read once for each turn. */
  readonly readContext: (agent: AgentView | undefined) => Promise<PostedContext | undefined>;
  /** Called when the session is left: what belongs to it alone is of no use any more. */
  readonly forgotten: () => void;
}
