import type { ChatEventView } from "@servicechat/contract";
import type { HeardEvent, HistoryEntry } from "../../support/visitor.ts";
import type { RememberedTurn } from "../check-history.ts";

/** A message of either side, and when it was on the way. */
export interface Utterance {
  readonly text: string;
  readonly sentAt: number;
  /** Since when the service has acknowledged it. */
  readonly knownAt: number;
}

/** A person's message. */
export interface PersonUtterance extends Utterance {
  /** The message's id in the response. */
  readonly id: string;
}

/** An entry of the agent in the history. */
export interface AgentEntry {
  readonly id: string;
  readonly content: string;
  readonly status: string;
  readonly parts: number;
}

/**
 * Time during which a person certainly held a chat: from the response to their take until just before they gave it
 * back.
 */
export interface Hold {
  readonly from: number;
  readonly until: number;
  /** The agent's entries at its start and at its end. */
  readonly before: readonly AgentEntry[];
  readonly after: readonly AgentEntry[];
}

/** Everything that is remembered about a chat, besides what the service returns. */
export interface SharedChat {
  readonly name: string;
  readonly turns: readonly RememberedTurn[];
  readonly visitor: readonly Utterance[];
  readonly people: readonly PersonUtterance[];
  readonly holds: readonly Hold[];
  /** Everything that the visitor's open stream delivered, over all its connections. */
  readonly followed: readonly HeardEvent[];
  /** When its tools' requests arrived. */
  readonly toolRequests: readonly number[];
  readonly history: SharedHistory;
  readonly holder: {
    readonly holder: string;
    readonly operator: unknown;
    /** Whether the newest message waits for a person. */
    readonly isSilent: boolean;
  };
}

/** A history message that may be a person's. */
export interface SharedEntry extends HistoryEntry {
  readonly by?: { readonly kind: string; readonly name?: string };
}

/** The history of a chat with people. */
export interface SharedHistory {
  readonly messages: readonly SharedEntry[];
  readonly events: readonly ChatEventView[];
}

/** The agent's entries in a history. */
export function agentEntries({ messages }: SharedHistory): readonly AgentEntry[] {
  return messages
    .filter(({ role, by }) => role === "assistant" && by?.kind !== "person")
    .map(({ id, content, status, parts }) => ({ id, content, status, parts: parts.length }));
}
