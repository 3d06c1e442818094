import type { Role } from "@servicechat/contract/admin";
import type { AgentScope } from "../agent-scope.ts";
import type { AuditEntry } from "../people/audit.ts";

/** A way to notify people of waiting visitors. */
export type AlertChannel = "mail" | "push";

/** A chat in which somebody waits for a person, whether there or by email, or waited lately and nobody came. */
export interface WaitingChat {
  readonly sessionId: string;
  readonly agentId: string;
  /** Since when it waits, or when it was given up. */
  readonly since: number;
  /**
   * `address`: the visitor left an address and waits for an answer. `missed`: nobody came, the agent has it again, and there is
   * no address.
   */
  readonly state: "waiting" | "address" | "missed";
  /** Since when it has been in this state, at the earliest: an alert before that was of another. */
  readonly stateSince: number;
  /** When it was first seen to wait, this time. */
  readonly notedAt: number;
  readonly pushedAt: number | null;
}

/** A person was mailed about a chat that waits. */
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

/** Somebody's settings for mail alerts. */
export interface MailAlerts {
  /** `null` where none is known. */
  readonly address: string | null;
  readonly enabled: boolean;
}

/**
 * The people who are notified of waiting visitors, and what was sent. None of it is part of a chat; it is deleted with
 * the chat or the person.
 */
export interface AlertStore {
  /**
   * Chats that wait, those with an address that have waited for an answer since `addressSince` or later, and those of
   * `missedSince` and later in which nobody came. At most 500 of each, oldest first.
   */
  waiting(query: {
    readonly missedSince: number;
    readonly addressSince: number;
    readonly now: number;
  }): Promise<readonly WaitingChat[]>;
  /** Everybody, whatever notifications they want. */
  people(): Promise<readonly AlertedPerson[]>;
  /** The mails about these chats. */
  mailed(sessionIds: readonly string[]): Promise<readonly MailedChat[]>;
  /** Records that a person was mailed about these chats. Deleted ones are skipped. */
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
  /** Removes a round from the count of its hour: no person was notified in it. The next is still not due sooner. */
  undo(round: { readonly channel: AlertChannel; readonly operatorId?: string }): Promise<void>;
  /** Records that people were sent pushes for these chats. Deleted ones are skipped. */
  told(told: { readonly sessionIds: readonly string[]; readonly at: number }): Promise<void>;
  /** Records that a person has the console open. Written once in 20 seconds. */
  present(operatorId: string, at: number): Promise<void>;
  /** `undefined` without the person. */
  mailOf(operatorId: string): Promise<MailAlerts | undefined>;
  /** `false` without the person. */
  setMail(
    change: MailAlerts & { readonly operatorId: string; readonly audit?: AuditEntry },
  ): Promise<boolean>;
}
