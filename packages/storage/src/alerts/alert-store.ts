import type { Role } from "@servicechat/contract/admin";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../chats/chat-store.ts";

/** A way in which people are told that visitors wait. */
export type AlertChannel = "mail" | "push";

/** A chat that waits for a person, or that waited lately and nobody came. */
export interface WaitingChat {
  readonly sessionId: string;
  readonly agentId: string;
  /** Since when it waits, or when it was given up. */
  readonly since: number;
  /** `missed`: nobody came, and the agent has it again. */
  readonly state: "waiting" | "missed";
  readonly mailedAt: number | null;
  readonly pushedAt: number | null;
}

/** Somebody who can be told. */
export interface AlertedPerson {
  readonly id: string;
  readonly role: Role;
  readonly agents: AgentScope["agents"];
  /** Whether they take chats just now, as they say themselves. */
  readonly available: boolean;
  /** When they last had the console open; `null` before. */
  readonly presentAt: number | null;
  /** Where they want mail; `null` where they want none. */
  readonly mailTo: string | null;
}

/** How somebody wants to be told by mail. */
export interface MailAlerts {
  /** `null` where none is known. */
  readonly address: string | null;
  readonly enabled: boolean;
}

/** Who is told that visitors wait, and what was told. Nothing of it is in a chat: it goes with the chat, or the person. */
export interface AlertStore {
  /** Chats that wait, and those of `missedSince` and later in which nobody came. Oldest first, at most 500. */
  waiting(query: { readonly missedSince: number; readonly now: number }): Promise<readonly WaitingChat[]>;
  /** Everybody, however they want to be told. */
  people(): Promise<readonly AlertedPerson[]>;
  /**
   * Takes the right to tell everybody once more in one way, for one node. `false` where it is too soon.
   *
   * @param round.gapMs since the last time, at least
   * @param round.perHour times in an hour, at most
   */
  begin(round: {
    readonly channel: AlertChannel;
    readonly now: number;
    readonly gapMs: number;
    readonly perHour: number;
  }): Promise<boolean>;
  /** Notes that people were told of these chats. Those that are gone are passed over. */
  told(told: {
    readonly channel: AlertChannel;
    readonly sessionIds: readonly string[];
    readonly at: number;
  }): Promise<void>;
  /** Notes that somebody has the console open. Written once in 20 seconds. */
  present(operatorId: string, at: number): Promise<void>;
  /** `undefined` without the person. */
  mailOf(operatorId: string): Promise<MailAlerts | undefined>;
  /** `false` without the person. */
  setMail(
    change: MailAlerts & { readonly operatorId: string; readonly audit?: AuditEntry },
  ): Promise<boolean>;
}
