import type { Role } from "@servicechat/contract/admin";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope } from "../chats/chat-store.ts";

/** A way to notify people of waiting visitors. */
export type AlertChannel = "mail" | "push";

/** A chat that waits for a person, or that waited lately and nobody came. */
export interface WaitingChat {
  readonly sessionId: string;
  readonly agentId: string;
  /** Since when it waits, or when it was given up. */
  readonly since: number;
  /** `missed`: nobody came, and the agent has it again. */
  readonly state: "waiting" | "missed";
  /** When it was first seen to wait, this time. */
  readonly notedAt: number;
  readonly pushedAt: number | null;
}

/** That somebody was mailed of a chat that waits. */
export interface MailedChat {
  readonly sessionId: string;
  readonly operatorId: string;
  /** The last time. */
  readonly at: number;
  /** When the hour began in which `inHour` counts. */
  readonly hourAt: number;
  readonly inHour: number;
}

/** Somebody who can be notified. */
export interface AlertedPerson {
  readonly id: string;
  readonly role: Role;
  readonly agents: AgentScope["agents"];
  /** Whether they take chats at the moment, as they have set it. */
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

/**
 * Who is notified of waiting visitors, and what was sent. Nothing of it is part of a chat; it is deleted with the
 * chat or the person.
 */
export interface AlertStore {
  /** Chats that wait, and those of `missedSince` and later in which nobody came. Oldest first, at most 500. */
  waiting(query: { readonly missedSince: number; readonly now: number }): Promise<readonly WaitingChat[]>;
  /** Everybody, whatever notifications they want. */
  people(): Promise<readonly AlertedPerson[]>;
  /** What was mailed of these chats. */
  mailed(sessionIds: readonly string[]): Promise<readonly MailedChat[]>;
  /** Records that somebody was mailed of these chats. Deleted ones are skipped. */
  noteMailed(mailed: {
    readonly operatorId: string;
    readonly sessionIds: readonly string[];
    readonly at: number;
  }): Promise<void>;
  /**
   * Takes the right to tell people once more in one way, for one node. `false` where it is too soon.
   *
   * @param round.operatorId whom; left out: everybody
   * @param round.gapMs since the last time, at least
   * @param round.perHour times in an hour, at most
   */
  begin(round: {
    readonly channel: AlertChannel;
    readonly operatorId?: string;
    readonly now: number;
    readonly gapMs: number;
    readonly perHour: number;
  }): Promise<boolean>;
  /** Takes a round out of the count of its hour: nobody was told in it. The next is no sooner for that. */
  undo(round: { readonly channel: AlertChannel; readonly operatorId?: string }): Promise<void>;
  /** Records that people were sent pushes for these chats. Deleted ones are skipped. */
  told(told: { readonly sessionIds: readonly string[]; readonly at: number }): Promise<void>;
  /** Notes that somebody has the console open. Written once in 20 seconds. */
  present(operatorId: string, at: number): Promise<void>;
  /** `undefined` without the person. */
  mailOf(operatorId: string): Promise<MailAlerts | undefined>;
  /** `false` without the person. */
  setMail(
    change: MailAlerts & { readonly operatorId: string; readonly audit?: AuditEntry },
  ): Promise<boolean>;
}
