import { sql, type RawBuilder } from "kysely";
import type { AuditEntry } from "../people/audit.ts";

/** The secret part of a link that reopens a chat. */
export interface NewVisitorLink {
  /** Id of the email that it is for. */
  readonly id: string;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
  /** The database cannot read it. */
  readonly sealed: string;
}

/** Which emails are created. */
export interface VisitorMailRules {
  readonly now: number;
  /** How long a visitor must have been away, and how old their first unseen message must be, in milliseconds. */
  readonly awayMs: number;
  /** Messages older than this are not sent by email, in milliseconds. */
  readonly maxMessageAgeMs: number;
  /** How long links are valid, in milliseconds; no longer than their chats. */
  readonly linkMs: number;
  /** How long a chat is kept after its last message, and after its first, in milliseconds. */
  readonly sessionIdleMs: number;
  readonly sessionAgeMs: number;
  /** Maximum number of emails in 24 hours, counted for each chat and for each address. */
  readonly perDay: number;
  readonly newLink: () => NewVisitorLink;
  /** A keyed hash, by which the emails to an address are counted. */
  readonly hashAddress: (address: string) => string;
}

/** An email to be sent. */
export interface DueVisitorMail {
  readonly id: string;
  readonly agentId: string;
  readonly to: string;
  /** The language of the chat as a BCP 47 tag; `null` if it is not known. */
  readonly language: string | null;
  /** The page to link back to; `null` if there is none. */
  readonly page: string | null;
  readonly sealedLink: string;
  readonly expiresAt: number;
  /** Attempts before this one. */
  readonly tried: number;
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Emails to visitors with what people wrote while they were away, and the links in them. Everything is deleted with the
 * chat, including the address.
 */
export interface VisitorMailStore {
  /**
   * Stores the address to which a visitor wants answers, in a chat in which a person was asked for. The visitor counts as
   * present at that moment.
   */
  saveAddress(kept: {
    readonly sessionId: string;
    readonly email: string;
    readonly language: string | null;
    readonly page: string | null;
    readonly at: number;
  }): Promise<void>;
  /**
   * Records that a visitor who left an address needs no answer, until they write again. Nothing is recorded if the chat does
   * not exist, has no address, or is not the agent's, and `outdated` if `revision` is neither the current `addressRevision` nor
   * the current revision of the chat's row in the lists.
   */
  markDone(done: {
    readonly sessionId: string;
    readonly at: number;
    readonly revision?: string;
    readonly audit?: AuditEntry;
  }): Promise<"done" | "unchanged" | "outdated">;
  /** Notes that visitors have seen everything said so far. Chats without an address are skipped. */
  markSeen(sessionIds: readonly string[], at: number): Promise<void>;
  /** Records that visitors still seem to be present. If they are not, messages to them may get lost. */
  markPresent(sessionIds: readonly string[], at: number): Promise<void>;
  /** Creates the emails that are due by the rules; each is created once, on whichever node. */
  createDue(rules: VisitorMailRules): Promise<void>;
  /**
   * Claims emails for one sender until a time. An email is dropped if the visitor has seen everything in the meantime.
   */
  claim(query: {
    readonly now: number;
    readonly until: number;
    readonly limit: number;
  }): Promise<readonly DueVisitorMail[]>;
  /** Records the result of an attempt. Does nothing if the claim has passed to another sender. */
  settle(result: {
    readonly id: string;
    /** The `until` of the claim. */
    readonly claim: number;
    readonly state: "pending" | "sent" | "failed";
    readonly nextAt: number | null;
  }): Promise<void>;
  /**
   * Uses up a link: the person who followed it has the chat from then on, and the previous token becomes invalid. Otherwise
   * somebody who leaves a stranger's address could continue to read what that stranger writes.
   *
   * @param query.tokenHash of the new session token
   * @returns the session's id, and whether its token is this one already, so that nothing was changed; `undefined` for a
   *   link that is unknown, expired, of another agent, or used for another token, and if the chat has ended
   */
  redeemLink(query: {
    readonly linkHash: string;
    readonly agentId: string;
    readonly tokenHash: string;
    readonly idleSince: number;
    readonly createdSince: number;
    readonly now: number;
  }): Promise<{ readonly sessionId: string; readonly isRepeated: boolean } | undefined>;
  /** Whether a chat was opened with the link in an email: then nobody knows whose it was before. */
  isLinkRedeemed(sessionId: string): Promise<boolean>;
}

/**
 * Whether a row of `handoffs` is of a visitor who is away and has not been told what a person did since. The first three
 * conditions are those of the index of such rows, word for word.
 */
export function isAbsent({
  now,
  awayMs,
  maxMessageAgeMs,
}: Pick<VisitorMailRules, "now" | "awayMs" | "maxMessageAgeMs">): RawBuilder<boolean> {
  return sql<boolean>`(email is not null and person_at >= coalesce(seen_at, since)
    and (mailed_at is null or person_at >= mailed_at)
    and person_at >= ${now - maxMessageAgeMs} and coalesce(present_at, since) <= ${now - awayMs})`;
}

const dayMs = 86_400_000;

/** Whether a row of `mailed_addresses` is more than a day old, and counts no more. */
export const isMailedLongAgo = (now: number): RawBuilder<boolean> => sql<boolean>`at <= ${now - dayMs}`;
