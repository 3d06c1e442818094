import type { ChatEventView } from "@servicechat/contract";
import type { HeardEvent, HistoryEntry } from "../../support/visitor.ts";
import type { RememberedTurn } from "../check-history.ts";

/** A message of either side, and when it was on its way. */
export interface Utterance {
  readonly text: string;
  readonly sentAt: number;
  /** From when on the service had said that it has it. */
  readonly knownAt: number;
}

/** What a person said. */
export interface PersonUtterance extends Utterance {
  /** Of the message, as the service answered. */
  readonly id: string;
}

/** What the agent has in the history. */
export interface AgentEntry {
  readonly id: string;
  readonly content: string;
  readonly status: string;
  readonly parts: number;
}

/** Time in which a person surely held a chat: from the answer to their take until they were about to give it back. */
export interface Hold {
  readonly from: number;
  readonly until: number;
  /** What the agent had said at its beginning and at its end. */
  readonly before: readonly AgentEntry[];
  readonly after: readonly AgentEntry[];
}

/** Everything that is remembered of a chat, beside what the service tells of it. */
export interface SharedChat {
  readonly name: string;
  readonly turns: readonly RememberedTurn[];
  readonly visitor: readonly Utterance[];
  readonly people: readonly PersonUtterance[];
  readonly holds: readonly Hold[];
  /** All that the visitor's open stream brought, over all its connections. */
  readonly followed: readonly HeardEvent[];
  /** When its tools' requests arrived. */
  readonly toolRequests: readonly number[];
  readonly history: SharedHistory;
  readonly holder: {
    readonly holder: string;
    readonly operator: unknown;
    /** The newest message is one that a person is to answer. */
    readonly isSilent: boolean;
  };
}

/** A message of a history that may be a person's. */
export interface SharedEntry extends HistoryEntry {
  readonly by?: { readonly kind: string; readonly name?: string };
}

/** A history of a chat in which people take part. */
export interface SharedHistory {
  readonly messages: readonly SharedEntry[];
  readonly events: readonly ChatEventView[];
}

/** What the agent has in a history. */
export function agentEntries({ messages }: SharedHistory): readonly AgentEntry[] {
  return messages
    .filter(({ role, by }) => role === "assistant" && by?.kind !== "person")
    .map(({ id, content, status, parts }) => ({ id, content, status, parts: parts.length }));
}
